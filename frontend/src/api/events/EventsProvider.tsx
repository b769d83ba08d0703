import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { Coalescer, type Changes } from './coalesce';
import { EventStream, type Connection } from './eventStream';

const EventsContext = createContext<EventStream | null>(null);

/** Holds the one event socket of the page while somebody is signed in. */
export function EventsProvider({ stream, children }: { stream: EventStream; children: ReactNode }) {
  useEffect(() => {
    stream.start();
    return () => stream.stop();
  }, [stream]);
  return <EventsContext value={stream}>{children}</EventsContext>;
}

/** For what every job of the installation changes, such as free GPUs: late by two seconds will do. */
export const UNHURRIED_MS = 2_000;

/** Calls back at most once per `ms` with what changed since the last time. */
export function useChanges(onChanges: (changes: Changes) => void, ms = 500): void {
  const stream = use(EventsContext);
  const latest = useRef(onChanges);
  useEffect(() => {
    latest.current = onChanges;
  });
  useEffect(() => {
    if (stream === null) return undefined;
    const coalescer = new Coalescer((changes) => latest.current(changes), ms);
    const unsubscribe = stream.subscribe((signal) => coalescer.add(signal));
    return () => {
      unsubscribe();
      coalescer.stop();
    };
  }, [stream, ms]);
}

const NOTHING_TO_STOP = () => undefined;
const NO_STREAM: Connection = { up: true, downSince: null, failures: 0 };

export function useConnection(): Connection {
  const stream = use(EventsContext);
  return useSyncExternalStore(
    useCallback((tell) => stream?.watch(tell) ?? NOTHING_TO_STOP, [stream]),
    () => stream?.connection ?? NO_STREAM,
  );
}

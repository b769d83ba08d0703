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

/** Calls back at most twice a second with what changed since the last time. */
export function useChanges(onChanges: (changes: Changes) => void): void {
  const stream = use(EventsContext);
  const latest = useRef(onChanges);
  useEffect(() => {
    latest.current = onChanges;
  });
  useEffect(() => {
    if (stream === null) return undefined;
    const coalescer = new Coalescer((changes) => latest.current(changes));
    const unsubscribe = stream.subscribe((signal) => coalescer.add(signal));
    return () => {
      unsubscribe();
      coalescer.stop();
    };
  }, [stream]);
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

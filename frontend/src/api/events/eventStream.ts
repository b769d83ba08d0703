import { backoffMs } from '@/api/backoff';
import { openSocket, realTimers, type OpenSocket, type Socket, type Timers } from '@/api/socket';
import type { GatehouseEvent } from '@/api/types';

/** `catchUp`: something may have been missed; load the lists anew. */
export type Signal = { kind: 'event'; event: GatehouseEvent } | { kind: 'catchUp'; seq: number };

export interface Connection {
  up: boolean;
  /** When it was lost; null while it is up or was never up. */
  downSince: number | null;
  failures: number;
}

interface Parts {
  open?: OpenSocket;
  timers?: Timers;
  now?: () => number;
  backoff?: (tries: number) => number;
}

type Frame = { type: 'hello' | 'reset'; seq: number } | GatehouseEvent;

/** The server reads rights anew every few minutes; nothing is wrong then. */
const COME_AGAIN = 1012;

/**
 * The one event socket of a page. It goes on from the last number it has seen, drops what it has seen
 * already, and says `catchUp` where it cannot know what was missed (first contact, `reset`).
 */
export class EventStream {
  private readonly open: OpenSocket;
  private readonly timers: Timers;
  private readonly now: () => number;
  private readonly backoff: (tries: number) => number;
  private readonly listeners = new Set<(signal: Signal) => void>();
  private readonly watchers = new Set<(connection: Connection) => void>();
  private socket: Socket | null = null;
  private cancelRetry: (() => void) | null = null;
  private lastSeq: number | null = null;
  private stopped = true;
  private state: Connection = { up: false, downSince: null, failures: 0 };

  constructor(parts: Parts = {}) {
    this.open = parts.open ?? openSocket;
    this.timers = parts.timers ?? realTimers;
    this.now = parts.now ?? Date.now;
    this.backoff = parts.backoff ?? ((tries) => backoffMs(tries));
  }

  get connection(): Connection {
    return this.state;
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.cancelRetry?.();
    this.cancelRetry = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  subscribe(listener: (signal: Signal) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  watch(watcher: (connection: Connection) => void): () => void {
    this.watchers.add(watcher);
    return () => {
      this.watchers.delete(watcher);
    };
  }

  private connect(): void {
    const query = this.lastSeq === null ? '' : `?since=${this.lastSeq}`;
    const socket = this.open(`/ws/v1/events${query}`);
    this.socket = socket;
    socket.onmessage = (message: MessageEvent) => {
      if (socket === this.socket && typeof message.data === 'string') this.receive(message.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket !== this.socket) return;
      if (event.code === COME_AGAIN && !this.stopped) this.connect();
      else this.lost();
    };
  }

  private receive(text: string): void {
    const frame = JSON.parse(text) as Frame;
    switch (frame.type) {
      case 'hello':
        this.update({ up: true, downSince: null, failures: 0 });
        if (this.lastSeq === null) this.jump(frame.seq);
        break;
      case 'reset':
        this.jump(frame.seq);
        break;
      case 'job':
      case 'pool':
        if (this.lastSeq !== null && frame.seq <= this.lastSeq) return;
        this.lastSeq = frame.seq;
        this.tell({ kind: 'event', event: frame });
        break;
    }
  }

  private jump(seq: number): void {
    this.lastSeq = seq;
    this.tell({ kind: 'catchUp', seq });
  }

  private lost(): void {
    this.socket = null;
    if (this.stopped) return;
    const { downSince, failures } = this.state;
    this.update({ up: false, downSince: downSince ?? this.now(), failures: failures + 1 });
    this.cancelRetry = this.timers.after(this.backoff(failures), () => {
      this.cancelRetry = null;
      this.connect();
    });
  }

  private update(next: Connection): void {
    this.state = next;
    this.watchers.forEach((watcher) => watcher(next));
  }

  private tell(signal: Signal): void {
    this.listeners.forEach((listener) => listener(signal));
  }
}

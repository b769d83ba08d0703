import { backoffMs } from '@/api/backoff';
import { openSocket, realTimers, type OpenSocket, type Socket, type Timers } from '@/api/socket';
import { parseFrame, parseText, type LogFrame } from './frames';

export type LogStatus =
  | { kind: 'connecting' }
  | { kind: 'waiting'; reason: string }
  | { kind: 'streaming' }
  | { kind: 'reconnecting'; tries: number }
  | { kind: 'notAllowed' }
  | { kind: 'ended'; state: string };

export interface LogSink {
  bytes(chunk: Uint8Array): void;
  status(status: LogStatus): void;
  /** Bytes that were left out on purpose: [from, to). */
  skipped(from: number, to: number): void;
  /** The job emptied its own log: what comes now is its new beginning. */
  cut(): void;
}

export interface LogStreamParts {
  open?: OpenSocket;
  timers?: Timers;
  backoff?: (tries: number) => number;
  /** Unwritten bytes above which the socket is shut; a browser's WebSocket cannot be paused. */
  highWater?: number;
  lowWater?: number;
  /** A log longer than this is shown from its last `tail` bytes. */
  longLog?: number;
  tail?: number;
}

const MIB = 1_024 * 1_024;
const POLICY_VIOLATION = 1008;
/** The server reads rights anew every few minutes; nothing is wrong, and nobody need see it. */
const COME_AGAIN = 1012;

/**
 * Follows one log. It knows the offset of the next byte it wants: what comes again is dropped, after a cut
 * it asks from there, so that the reader gets each byte once and in order. The sink calls `written` when
 * it has taken bytes; while too many are unwritten there is no socket, only an offset to go on from.
 */
export class LogStream {
  private readonly open: OpenSocket;
  private readonly timers: Timers;
  private readonly backoff: (tries: number) => number;
  private readonly highWater: number;
  private readonly lowWater: number;
  private readonly longLog: number;
  private readonly tail: number;
  private socket: Socket | null = null;
  private cancelRetry: (() => void) | null = null;
  private next: number;
  private unwritten = 0;
  private tries = 0;
  private paused = false;
  private stopped = true;
  private finished = false;
  private waiting = false;
  private mayJump: boolean;
  private gapAt: number | null = null;

  constructor(
    private readonly url: (from: number) => string,
    private readonly sink: LogSink,
    parts: LogStreamParts & { from?: number } = {},
  ) {
    this.open = parts.open ?? openSocket;
    this.timers = parts.timers ?? realTimers;
    this.backoff = parts.backoff ?? ((tries) => backoffMs(tries));
    this.highWater = parts.highWater ?? 4 * MIB;
    this.lowWater = parts.lowWater ?? MIB;
    this.longLog = parts.longLog ?? 16 * MIB;
    this.tail = parts.tail ?? 4 * MIB;
    this.next = parts.from ?? 0;
    this.mayJump = parts.from === undefined;
  }

  get nextOffset(): number {
    return this.next;
  }

  start(): void {
    if (!this.stopped || this.finished) return;
    this.stopped = false;
    this.say({ kind: 'connecting' });
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.shut();
  }

  /** The sink has taken this many bytes. */
  written(bytes: number): void {
    this.unwritten -= bytes;
    if (this.paused && this.unwritten <= this.lowWater && !this.stopped) {
      this.paused = false;
      this.connect();
    }
  }

  private connect(): void {
    const socket = this.open(this.url(this.next));
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onmessage = (message: MessageEvent) => {
      if (socket === this.socket) this.receive(message.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private receive(data: unknown): void {
    if (typeof data === 'string') {
      this.receiveText(data);
    } else if (data instanceof ArrayBuffer) {
      const frame = parseFrame(data);
      if (frame !== null) this.receiveBytes(frame);
    }
  }

  private receiveText(text: string): void {
    const message = parseText(text);
    switch (message?.type) {
      case 'open':
        this.tries = 0;
        if (!this.jumpIfLong(message.size)) this.say({ kind: 'streaming' });
        break;
      case 'waiting':
        this.tries = 0;
        this.say({ kind: 'waiting', reason: message.reason });
        break;
      case 'cut':
        this.next = 0;
        this.gapAt = null;
        this.sink.cut();
        break;
      case 'end':
        // An end beyond what came here means that bytes are missing: ask for them first.
        if (message.offset > this.next && this.gapAt !== this.next) this.askAgain();
        else this.finish(message.state);
        break;
      case undefined:
        break;
    }
  }

  private jumpIfLong(size: number): boolean {
    const jump = this.mayJump && size - this.next > this.longLog;
    this.mayJump = false;
    if (!jump) return false;
    const from = size - this.tail;
    this.sink.skipped(this.next, from);
    this.next = from;
    this.shut();
    this.connect();
    return true;
  }

  private receiveBytes(frame: LogFrame): void {
    if (frame.offset > this.next && this.gapAt !== this.next) {
      // Never seen from an honest portal; ask once more for what is missing before showing a hole.
      this.askAgain();
      return;
    }
    if (frame.offset > this.next) {
      this.sink.skipped(this.next, frame.offset);
      this.next = frame.offset;
    }
    const seen = this.next - frame.offset;
    if (seen >= frame.bytes.length) return;
    const fresh = seen === 0 ? frame.bytes : frame.bytes.subarray(seen);
    if (this.waiting) this.say({ kind: 'streaming' });
    this.next += fresh.length;
    this.unwritten += fresh.length;
    this.sink.bytes(fresh);
    if (this.unwritten > this.highWater) {
      this.paused = true;
      this.shut();
    }
  }

  private askAgain(): void {
    this.gapAt = this.next;
    this.reconnectSoon();
  }

  private finish(state: string): void {
    this.finished = true;
    this.stop();
    this.say({ kind: 'ended', state });
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.stopped) return;
    if (code === POLICY_VIOLATION) {
      this.stop();
      this.say({ kind: 'notAllowed' });
      return;
    }
    if (code === COME_AGAIN) {
      this.connect();
      return;
    }
    this.reconnectSoon();
  }

  private reconnectSoon(): void {
    this.shut();
    const wait = this.backoff(this.tries);
    this.tries += 1;
    this.say({ kind: 'reconnecting', tries: this.tries });
    this.cancelRetry?.();
    this.cancelRetry = this.timers.after(wait, () => {
      this.cancelRetry = null;
      this.connect();
    });
  }

  private say(status: LogStatus): void {
    this.waiting = status.kind === 'waiting';
    this.sink.status(status);
  }

  private shut(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close(1000);
  }
}

import type { OpenSocket, Socket } from '@/api/socket';

/** A socket whose other end is the test. */
export class FakeSocket implements Socket {
  binaryType: BinaryType = 'blob';
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  closedWith: number | undefined | null = null;

  constructor(readonly path: string) {}

  get closed(): boolean {
    return this.closedWith !== null;
  }

  close(code?: number): void {
    this.closedWith = code;
  }

  json(message: object): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** A log frame: the offset, then the text. */
  frame(offset: number, text: string): void {
    const bytes = new TextEncoder().encode(text);
    const data = new ArrayBuffer(8 + bytes.length);
    new DataView(data).setBigUint64(0, BigInt(offset));
    new Uint8Array(data, 8).set(bytes);
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  cut(code = 1006): void {
    this.onclose?.(new CloseEvent('close', { code }));
  }
}

export class FakeSockets {
  readonly all: FakeSocket[] = [];

  readonly open: OpenSocket = (path) => {
    const socket = new FakeSocket(path);
    this.all.push(socket);
    return socket;
  };

  get last(): FakeSocket {
    const socket = this.all.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }
}

/** The part of a WebSocket that the clients use; tests hand in their own. */
export interface Socket {
  binaryType: BinaryType;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  close(code?: number): void;
}

export type OpenSocket = (path: string) => Socket;

export const openSocket: OpenSocket = (path) => {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
};

export interface Timers {
  after(ms: number, run: () => void): () => void;
}

export const realTimers: Timers = {
  after(ms, run) {
    const id = window.setTimeout(run, ms);
    return () => window.clearTimeout(id);
  },
};

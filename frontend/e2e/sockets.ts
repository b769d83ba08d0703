import { randomBytes } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { Page } from '@playwright/test';
import { BASE } from './rest';

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks for a WebSocket as a browser does and tells what came back; an opened one is closed at once. */
export function handshake(path: string, headers: Record<string, string>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request(BASE + path, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        ...headers,
      },
    });
    call.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' });
    });
    call.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

export interface EventFrame {
  type: string;
  seq: number;
  jobId?: number;
  state?: string;
  mine?: boolean;
}

declare global {
  interface Window {
    heard: Record<string, EventFrame[]>;
  }
}

/** Opens an event socket in the page; what comes is kept under the name. */
export async function listen(page: Page, name: string, since?: number): Promise<void> {
  const path = `/ws/v1/events${since === undefined ? '' : `?since=${since}`}`;
  await page.evaluate(
    ([path, name]) =>
      new Promise<void>((resolve, reject) => {
        const frames: EventFrame[] = [];
        window.heard = { ...(window.heard as Window['heard'] | undefined), [name]: frames };
        const socket = new WebSocket(path);
        socket.onmessage = ({ data }) => {
          frames.push(JSON.parse(String(data)) as EventFrame);
          resolve();
        };
        socket.onerror = () => reject(new Error('no event socket'));
      }),
    [path, name] as const,
  );
}

export async function heard(page: Page, name: string): Promise<EventFrame[]> {
  return page.evaluate((name) => window.heard[name] ?? [], name);
}

/** Reads a log through its socket to the end, from the page: the texts, and the bytes with their offsets. */
export async function readLog(page: Page, job: number, from: number) {
  const read = await page.evaluate(
    ([job, from]) =>
      new Promise<{ texts: string[]; frames: { offset: number; bytes: number[] }[]; code: number }>(
        (resolve, reject) => {
          const texts: string[] = [];
          const frames: { offset: number; bytes: number[] }[] = [];
          const socket = new WebSocket(`/ws/v1/jobs/${job}/log?stream=stdout&from=${from}`);
          socket.binaryType = 'arraybuffer';
          socket.onmessage = ({ data }) => {
            if (typeof data === 'string') {
              texts.push(data);
            } else {
              const frame = data as ArrayBuffer;
              const offset = Number(new DataView(frame).getBigUint64(0));
              frames.push({ offset, bytes: [...new Uint8Array(frame, 8)] });
            }
          };
          socket.onclose = ({ code }) => resolve({ texts, frames, code });
          socket.onerror = () => reject(new Error('no log socket'));
        },
      ),
    [job, from] as const,
  );
  return {
    code: read.code,
    texts: read.texts.map((text) => JSON.parse(text) as Record<string, unknown>),
    frames: read.frames.map(({ offset, bytes }) => ({ offset, bytes: Buffer.from(bytes) })),
  };
}

import { expect, test } from 'vitest';
import { FakeSockets } from '@/testing/fakeSocket';
import { ManualTimers } from '@/testing/manualTimers';
import { LogStream, type LogStatus, type LogStreamParts } from './logStream';

function follow(parts: LogStreamParts & { from?: number } = {}, taken = true) {
  const sockets = new FakeSockets();
  const timers = new ManualTimers();
  const seen = { text: '', statuses: [] as LogStatus['kind'][], skipped: [] as [number, number][] };
  const decoder = new TextDecoder();
  const stream = new LogStream(
    (from) => `/log?from=${from}`,
    {
      bytes: (chunk) => {
        seen.text += decoder.decode(chunk, { stream: true });
        if (taken) stream.written(chunk.length);
      },
      status: (status) => seen.statuses.push(status.kind),
      cut: () => {
        seen.text += '|cut|';
      },
      skipped: (from, to) => seen.skipped.push([from, to]),
    },
    { open: sockets.open, timers, backoff: () => 1_000, ...parts },
  );
  stream.start();
  return { sockets, timers, seen, stream };
}

test('bytes arrive in order, and the end is said', () => {
  const { sockets, seen } = follow();
  sockets.last.json({ type: 'open', attempt: 1, size: 3 });
  sockets.last.frame(0, 'abc');
  sockets.last.frame(3, 'def');
  sockets.last.json({ type: 'end', offset: 6, state: 'COMPLETED' });
  sockets.last.cut(1000);
  expect(seen.text).toBe('abcdef');
  expect(seen.statuses).toEqual(['connecting', 'streaming', 'ended']);
  expect(sockets.all).toHaveLength(1);
});

test('after a cut it goes on at the next byte, without gap or repeat', () => {
  const { sockets, timers, seen } = follow();
  sockets.last.json({ type: 'open', attempt: 1, size: 3 });
  sockets.last.frame(0, 'abc');
  sockets.last.cut();
  expect(seen.statuses.at(-1)).toBe('reconnecting');
  timers.pass(1_000);
  expect(sockets.last.path).toBe('/log?from=3');
  sockets.last.json({ type: 'open', attempt: 1, size: 6 });
  sockets.last.frame(3, 'def');
  expect(seen.text).toBe('abcdef');
  expect(seen.statuses.at(-1)).toBe('streaming');
});

test('bytes that were seen are dropped when frames overlap', () => {
  const { sockets, seen } = follow();
  sockets.last.frame(0, 'abcd');
  sockets.last.frame(2, 'cdef');
  sockets.last.frame(1, 'bcd');
  sockets.last.frame(0, 'abcdefgh');
  expect(seen.text).toBe('abcdefgh');
});

test('a character cut in two by frames is put together', () => {
  const { sockets, seen } = follow();
  const bytes = new TextEncoder().encode('ü');
  const half = (offset: number, byte: number | undefined) => {
    const data = new ArrayBuffer(9);
    new DataView(data).setBigUint64(0, BigInt(offset));
    new Uint8Array(data)[8] = byte ?? 0;
    sockets.last.onmessage?.(new MessageEvent('message', { data }));
  };
  half(0, bytes[0]);
  half(1, bytes[1]);
  expect(seen.text).toBe('ü');
});

test('a frame beyond the next byte is asked for again, then shown as a hole', () => {
  const { sockets, timers, seen } = follow();
  sockets.last.frame(0, 'ab');
  sockets.last.frame(5, 'fg');
  expect(seen.text).toBe('ab');
  timers.pass(1_000);
  expect(sockets.last.path).toBe('/log?from=2');
  sockets.last.frame(5, 'fg');
  expect(seen.skipped).toEqual([[2, 5]]);
  expect(seen.text).toBe('abfg');
});

test('an end beyond what came means that bytes are missing', () => {
  const { sockets, timers, seen } = follow();
  sockets.last.frame(0, 'ab');
  sockets.last.json({ type: 'end', offset: 4, state: 'FAILED' });
  expect(seen.statuses.at(-1)).toBe('reconnecting');
  timers.pass(1_000);
  sockets.last.frame(2, 'cd');
  sockets.last.json({ type: 'end', offset: 4, state: 'FAILED' });
  expect(seen.text).toBe('abcd');
  expect(seen.statuses.at(-1)).toBe('ended');
});

test('an end whose missing bytes never come is believed the second time', () => {
  const { sockets, timers, seen } = follow();
  sockets.last.json({ type: 'end', offset: 4, state: 'FAILED' });
  timers.pass(1_000);
  sockets.last.json({ type: 'end', offset: 4, state: 'FAILED' });
  expect(seen.statuses.at(-1)).toBe('ended');
  expect(timers.waiting).toBe(0);
});

test('while too much is unwritten there is no socket; afterwards it goes on at its offset', () => {
  const { sockets, seen, stream } = follow({ highWater: 4, lowWater: 2 }, false);
  sockets.last.frame(0, 'abcdef');
  expect(sockets.last.closed).toBe(true);
  sockets.last.frame(6, 'late');
  sockets.last.cut(1000);
  expect(seen.text).toBe('abcdef');
  stream.written(3);
  expect(sockets.all).toHaveLength(1);
  stream.written(1);
  expect(sockets.last.path).toBe('/log?from=6');
  sockets.last.frame(6, 'gh');
  expect(seen.text).toBe('abcdefgh');
});

test('a long log is shown from its tail, unless the beginning is asked for', () => {
  const { sockets, seen } = follow({ longLog: 100, tail: 10 });
  sockets.last.json({ type: 'open', attempt: 1, size: 1_000 });
  expect(sockets.last.path).toBe('/log?from=990');
  expect(seen.skipped).toEqual([[0, 990]]);

  const whole = follow({ longLog: 100, tail: 10, from: 0 });
  whole.sockets.last.json({ type: 'open', attempt: 1, size: 1_000 });
  expect(whole.sockets.all).toHaveLength(1);
});

test('waiting is said with its reason and ends with the first byte', () => {
  const { sockets, seen } = follow();
  sockets.last.json({ type: 'waiting', reason: 'not started' });
  sockets.last.frame(0, 'a');
  expect(seen.statuses).toEqual(['connecting', 'waiting', 'streaming']);
});

test('a refusal is not tried again', () => {
  const { sockets, timers, seen } = follow();
  sockets.last.cut(1008);
  expect(seen.statuses.at(-1)).toBe('notAllowed');
  expect(timers.waiting).toBe(0);
});

test('what it does not know is passed over, and nothing happens after stop', () => {
  const { sockets, timers, seen, stream } = follow();
  sockets.last.json({ type: 'of-a-later-version' });
  sockets.last.onmessage?.(new MessageEvent('message', { data: 'no json' }));
  sockets.last.onmessage?.(new MessageEvent('message', { data: new ArrayBuffer(3) }));
  stream.stop();
  sockets.last.frame(0, 'abc');
  sockets.last.cut();
  expect(seen.text).toBe('');
  expect(timers.waiting).toBe(0);
});

test('offsets above four gigabytes are exact', () => {
  const { sockets, seen, stream } = follow({ from: 5_000_000_000 });
  sockets.last.frame(5_000_000_000, 'x');
  expect(seen.text).toBe('x');
  expect(stream.nextOffset).toBe(5_000_000_001);
});

test('random cuts and overlaps give the log once, byte for byte', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const log = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(
    '',
  );
  const { sockets, timers, seen, stream } = follow();
  while (stream.nextOffset < log.length) {
    const next = stream.nextOffset;
    const start = Math.max(0, next - random(20));
    sockets.last.frame(start, log.slice(start, next + 1 + random(40)));
    if (random(4) === 0) {
      sockets.last.cut();
      timers.pass(1_000);
      expect(sockets.last.path).toBe(`/log?from=${stream.nextOffset}`);
    }
  }
  expect(seen.text).toBe(log);
});

test('a log that its job emptied goes on from its new beginning', () => {
  const { sockets, seen } = follow();
  sockets.last.json({ type: 'open', attempt: 1, size: 5 });
  sockets.last.frame(0, 'first');
  sockets.last.json({ type: 'cut' });
  sockets.last.frame(0, 'new');
  sockets.last.json({ type: 'end', offset: 3, state: 'COMPLETED' });
  expect(seen.text).toBe('first|cut|new');
  expect(seen.statuses.at(-1)).toBe('ended');
});

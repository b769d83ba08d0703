import { expect, test } from 'vitest';
import { FakeSockets } from '@/testing/fakeSocket';
import { ManualTimers } from '@/testing/manualTimers';
import { EventStream, type Signal } from './eventStream';

function listen() {
  const sockets = new FakeSockets();
  const timers = new ManualTimers();
  const stream = new EventStream({
    open: sockets.open,
    timers,
    now: () => 42,
    backoff: (tries) => 1_000 * 2 ** tries,
  });
  const signals: Signal[] = [];
  stream.subscribe((signal) => signals.push(signal));
  stream.start();
  const kinds = () =>
    signals.map((signal) => (signal.kind === 'event' ? signal.event.seq : signal.kind));
  return { sockets, timers, stream, kinds };
}

const event = (seq: number) => ({ seq, type: 'job', at: '2026-03-01T10:00:00Z', jobId: seq });

test('first contact asks for a catch-up, then events follow', () => {
  const { sockets, stream, kinds } = listen();
  expect(sockets.last.path).toBe('/ws/v1/events');
  sockets.last.json({ type: 'hello', seq: 17 });
  sockets.last.json(event(18));
  expect(kinds()).toEqual(['catchUp', 18]);
  expect(stream.connection).toEqual({ up: true, downSince: null, failures: 0 });
});

test('after a cut it goes on from the last number and drops what it has seen', () => {
  const { sockets, timers, stream, kinds } = listen();
  sockets.last.json({ type: 'hello', seq: 17 });
  sockets.last.json(event(18));
  sockets.last.cut();
  expect(stream.connection).toEqual({ up: false, downSince: 42, failures: 1 });
  timers.pass(1_000);
  expect(sockets.last.path).toBe('/ws/v1/events?since=18');
  sockets.last.json({ type: 'hello', seq: 20 });
  sockets.last.json(event(18));
  sockets.last.json(event(19));
  sockets.last.json(event(20));
  expect(kinds()).toEqual(['catchUp', 18, 19, 20]);
});

test('when the server reads rights anew it comes again at once, and nobody sees it', () => {
  const { sockets, stream } = listen();
  sockets.last.json({ type: 'hello', seq: 17 });
  sockets.last.cut(1012);
  expect(sockets.last.path).toBe('/ws/v1/events?since=17');
  expect(stream.connection.up).toBe(true);
});

test('a reset asks for a catch-up and goes on from its number', () => {
  const { sockets, timers, kinds } = listen();
  sockets.last.json({ type: 'hello', seq: 17 });
  sockets.last.json({ type: 'reset', seq: 40 });
  sockets.last.cut();
  timers.pass(1_000);
  expect(sockets.last.path).toBe('/ws/v1/events?since=40');
  expect(kinds()).toEqual(['catchUp', 'catchUp']);
});

test('it waits longer each time and starts anew after success', () => {
  const { sockets, timers, stream } = listen();
  sockets.last.cut();
  timers.pass(1_000);
  sockets.last.cut();
  timers.pass(1_999);
  expect(sockets.all).toHaveLength(2);
  timers.pass(1);
  expect(sockets.all).toHaveLength(3);
  expect(stream.connection.failures).toBe(2);
  sockets.last.json({ type: 'hello', seq: 1 });
  expect(stream.connection.failures).toBe(0);
});

test('stopped, it opens nothing any more; started again, it does', () => {
  const { sockets, timers, stream } = listen();
  sockets.last.cut();
  stream.stop();
  timers.pass(60_000);
  expect(sockets.all).toHaveLength(1);
  stream.start();
  expect(sockets.all).toHaveLength(2);
});

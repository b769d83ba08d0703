import { expect, test } from 'vitest';
import { ManualTimers } from '@/testing/manualTimers';
import { Coalescer, type Changes } from './coalesce';
import type { Signal } from './eventStream';

const changed = (jobId: number): Signal => ({
  kind: 'event',
  event: { seq: jobId, type: 'job', at: '2026-03-01T10:00:00Z', jobId },
});

test('the first change is told at once, a storm after it once per half second', () => {
  const timers = new ManualTimers();
  const told: number[][] = [];
  const coalescer = new Coalescer(({ jobIds }) => told.push([...jobIds]), 500, timers);
  coalescer.add(changed(1));
  for (let n = 0; n < 1_000; n += 1) coalescer.add(changed(2 + (n % 2)));
  expect(told).toEqual([[1]]);
  timers.pass(500);
  expect(told).toEqual([[1], [2, 3]]);
  timers.pass(5_000);
  expect(told).toHaveLength(2);
  coalescer.add(changed(4));
  expect(told).toHaveLength(3);
});

test('a catch-up means everything; a pool event the pools; nothing comes after stop', () => {
  const timers = new ManualTimers();
  const told: Changes[] = [];
  const coalescer = new Coalescer((changes) => told.push(changes), 500, timers);
  coalescer.add({ kind: 'catchUp', seq: 1 });
  expect(told[0]?.all).toBe(true);
  coalescer.add({ kind: 'event', event: { seq: 2, type: 'pool', at: '2026-03-01T10:00:00Z' } });
  timers.pass(500);
  expect(told[1]).toEqual({ jobIds: new Set(), pools: true, all: false });
  coalescer.add(changed(1));
  coalescer.stop();
  timers.pass(5_000);
  expect(told).toHaveLength(2);
});

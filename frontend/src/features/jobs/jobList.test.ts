import { expect, test } from 'vitest';
import { attempt, job, page, row } from '@/testing/builders';
import {
  headLimit,
  listOf,
  rowOf,
  toAskSingly,
  withHead,
  withJob,
  withMore,
  withoutJob,
  withWaitingShown,
} from './jobList';

const rows = (...ids: number[]) => ids.map((id) => row({ id }));
const idsOf = (list: { rows: { id: number }[] }) => list.rows.map(({ id }) => id);

test('known rows change in place, new ones wait', () => {
  const list = listOf(page(rows(3, 2, 1)));
  const head = page([row({ id: 4 }), row({ id: 3 }), row({ id: 2, state: 'COMPLETED' })]);
  const next = withHead(list, head);
  expect(idsOf(next)).toEqual([3, 2, 1]);
  expect(next.rows[1]?.state).toBe('COMPLETED');
  expect(next.waiting.map(({ id }) => id)).toEqual([4]);
  expect(idsOf(withWaitingShown(next))).toEqual([4, 3, 2, 1]);
});

test('in an empty list new rows are shown at once', () => {
  const next = withHead(listOf(page([])), page(rows(1)));
  expect(idsOf(next)).toEqual([1]);
  expect(next.waiting).toEqual([]);
});

test('counts are those of the newest answer', () => {
  const next = withHead(listOf(page(rows(1))), page(rows(1), { counts: { RUNNING: 9 } }));
  expect(next.counts).toEqual({ RUNNING: 9 });
});

test('when more is new than an answer holds, the list is behind', () => {
  const list = listOf(page(rows(1)));
  expect(withHead(list, page(rows(9, 8), { next: 'c' })).behind).toBe(true);
  expect(withHead(list, page(rows(9, 1), { next: 'c' })).behind).toBe(false);
});

test('a page adds only what is not there yet', () => {
  const list = listOf(page(rows(5, 4), { next: 'c' }));
  const next = withMore(list, page(rows(4, 3)));
  expect(idsOf(next)).toEqual([5, 4, 3]);
  expect(next.next).toBeNull();
});

test('the head is asked for in steps of fifty, never above two hundred', () => {
  const long = (count: number) => listOf(page(rows(...Array.from({ length: count }, (_, n) => n))));
  expect(headLimit(long(0))).toBe(50);
  expect(headLimit(long(51))).toBe(100);
  expect(headLimit(long(900))).toBe(200);
});

test('changed rows that the head does not answer for are asked for singly', () => {
  const list = listOf(page([row({ id: 3 }), row({ id: 2, state: 'COMPLETED' }), row({ id: 1 })]));
  expect(toAskSingly(list, page(rows(3)), new Set([3, 1, 77]), false)).toEqual([1]);
  expect(toAskSingly(list, page(rows(3)), new Set(), true)).toEqual([1]);
});

test('a single answer replaces its row; a job that is gone leaves', () => {
  const list = listOf(page(rows(2, 1)));
  expect(withJob(list, job({ id: 1, state: 'FAILED' })).rows[1]?.state).toBe('FAILED');
  expect(idsOf(withoutJob(list, 2))).toEqual([1]);
});

test('a job’s row names the nodes of its latest attempt', () => {
  const first = attempt({ number: 1 });
  const second = attempt({
    number: 2,
    allocations: [{ node: 'demo-9', cpus: 1, memoryMiB: 1, gpuIndices: [] }],
  });
  expect(rowOf(job({ attempts: [second, first] })).nodes).toEqual(['demo-9']);
  expect(rowOf(job({ attempts: [] })).nodes).toEqual([]);
});

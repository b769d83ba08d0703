import { expect, test } from 'vitest';
import { pool } from '@/testing/builders';
import { freeGpusByType } from './freeGpus';

test('free GPUs are counted by type', () => {
  expect(freeGpusByType([pool()])).toEqual([{ type: 'a100', free: 1, total: 2 }]);
});

test('a node that takes no work has none free', () => {
  const [node] = pool().nodes;
  if (node === undefined) throw new Error('the pool has a node');
  const down = pool({ nodes: [{ ...node, state: 'DOWN' }] });
  expect(freeGpusByType([down])).toEqual([{ type: 'a100', free: 0, total: 2 }]);
});

import type { NodeState, Pool } from '@/api/types';

export interface FreeGpus {
  type: string;
  free: number;
  total: number;
}

export function takesWork(state: NodeState): boolean {
  return state === 'IDLE' || state === 'MIXED' || state === 'FULL';
}

/** Free GPUs by type on nodes that take work; a draining or lost node's GPUs are counted as not free. */
export function freeGpusByType(pools: readonly Pool[]): FreeGpus[] {
  const byType = new Map<string, FreeGpus>();
  for (const node of pools.flatMap((pool) => pool.nodes)) {
    for (const gpu of node.gpus) {
      const entry = byType.get(gpu.type) ?? { type: gpu.type, free: 0, total: 0 };
      entry.total += 1;
      if (gpu.free && takesWork(node.state)) entry.free += 1;
      byType.set(gpu.type, entry);
    }
  }
  return [...byType.values()].sort((a, b) => a.type.localeCompare(b.type));
}

export interface GpuType {
  type: string;
  /** How many one node has at most. */
  mostOnNode: number;
}

/** The pool's types of GPUs; a job's GPUs of a node can be no more than a node has. */
export function gpuTypesOf(pool: Pool): GpuType[] {
  const most = new Map<string, number>();
  for (const { gpus } of pool.nodes) {
    for (const { type } of gpus) {
      const here = gpus.filter((gpu) => gpu.type === type).length;
      most.set(type, Math.max(most.get(type) ?? 0, here));
    }
  }
  return [...most]
    .map(([type, mostOnNode]) => ({ type, mostOnNode }))
    .sort((a, b) => a.type.localeCompare(b.type));
}

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

import type { Me, Pool } from '@/api/types';

/** The pool that is meant when this one, or none, is chosen. */
export function chosenPool(pools: readonly Pool[], name: string): Pool | null {
  return pools.find((pool) => pool.name === name) ?? pools.find((pool) => pool.default) ?? null;
}

/** Teams that can be charged. */
export function teamsOf(me: Me): string[] {
  return me.teams.filter(({ member }) => member).map(({ path }) => path);
}

import type { JobFilter } from '@/api/calls';
import type { JobState, Scope } from '@/api/types';
import { isJobState } from '@/components/states';

const SCOPES: readonly Scope[] = ['mine', 'team', 'all'];

/** The filter stands in the URL, so that it can be kept, sent and gone back to. What is unknown is left out. */
export function filterFrom(query: URLSearchParams): JobFilter & { states: JobState[] } {
  const scope = SCOPES.find((known) => known === query.get('scope')) ?? 'mine';
  const states = (query.get('state') ?? '').split(',').filter(isJobState);
  const team = query.get('team');
  return { scope, states, team: team === '' ? null : team };
}

export function queryOf(filter: JobFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.scope !== 'mine') query.set('scope', filter.scope);
  if (filter.states.length > 0) query.set('state', filter.states.join(','));
  if (filter.team !== null) query.set('team', filter.team);
  return query;
}

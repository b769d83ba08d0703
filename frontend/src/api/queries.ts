import { queryOptions } from '@tanstack/react-query';
import { getJob, getMe, listPools, listTeams, listTemplates } from './calls';
import { isProblem } from './problem';

/** Asked anew this often while the event socket is down, so that a page is late but not wrong. */
export const FALLBACK_POLL_MS = 15_000;

export const keys = {
  me: ['me'] as const,
  teams: ['teams'] as const,
  pools: ['pools'] as const,
  templates: ['templates'] as const,
  jobs: ['jobs'] as const,
  job: (id: number) => ['job', id] as const,
  tasks: (id: number, states: readonly string[]) => ['tasks', id, ...states] as const,
};

/** Refusals are answers: only what did not come through is tried again. */
export function worthRetrying(failures: number, error: unknown): boolean {
  if (isProblem(error) && error.status >= 400 && error.status < 500) return false;
  return failures < 2;
}

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => getMe(signal),
  staleTime: 60_000,
});

export const teamsQuery = queryOptions({
  queryKey: keys.teams,
  queryFn: ({ signal }) => listTeams(signal),
});

export const poolsQuery = queryOptions({
  queryKey: keys.pools,
  queryFn: ({ signal }) => listPools(signal),
});

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => listTemplates(signal),
});

export const jobQuery = (id: number) =>
  queryOptions({ queryKey: keys.job(id), queryFn: ({ signal }) => getJob(id, signal) });

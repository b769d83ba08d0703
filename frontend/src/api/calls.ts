import { call, callJson } from './client';
import type {
  ChangedTemplate,
  Job,
  JobPage,
  LogStreamName,
  Me,
  NewTemplate,
  Pool,
  Scope,
  Submission,
  Team,
  Template,
  Verdict,
} from './types';

const V1 = '/api/v1';

export interface JobFilter {
  scope: Scope;
  states: readonly string[];
  team: string | null;
}

export const getMe = (signal?: AbortSignal) => callJson<Me>(`${V1}/me`, { signal });

export const listTeams = async (signal?: AbortSignal) =>
  (await callJson<{ items: Team[] }>(`${V1}/teams`, { signal })).items;

export const listPools = async (signal?: AbortSignal) =>
  (await callJson<{ items: Pool[] }>(`${V1}/pools`, { signal })).items;

export const readScript = (submission: Submission, signal?: AbortSignal) =>
  callJson<Verdict>(`${V1}/scripts/read`, { method: 'POST', json: submission, signal });

export const listTemplates = async (signal?: AbortSignal) =>
  (await callJson<{ items: Template[] }>(`${V1}/templates`, { signal })).items;

export const getTemplate = (id: number) => callJson<Template>(`${V1}/templates/${id}`);

export const addTemplate = (template: NewTemplate) =>
  callJson<Template>(`${V1}/templates`, { method: 'POST', json: template });

export const changeTemplate = (id: number, template: ChangedTemplate) =>
  callJson<Template>(`${V1}/templates/${id}`, { method: 'PUT', json: template });

export const deleteTemplate = (id: number) => call(`${V1}/templates/${id}`, { method: 'DELETE' });

export const submitJob = (submission: Submission) =>
  callJson<Job>(`${V1}/jobs`, { method: 'POST', json: submission });

export function listJobs(
  filter: JobFilter,
  page: { limit: number; cursor?: string | null },
  signal?: AbortSignal,
) {
  const query = new URLSearchParams({ scope: filter.scope, limit: String(page.limit) });
  if (filter.states.length > 0) query.set('state', filter.states.join(','));
  if (filter.team !== null) query.set('team', filter.team);
  if (page.cursor) query.set('cursor', page.cursor);
  return callJson<JobPage>(`${V1}/jobs?${query.toString()}`, { signal });
}

export const getJob = (id: number, signal?: AbortSignal) =>
  callJson<Job>(`${V1}/jobs/${id}`, { signal });

export const cancelJob = (id: number, reason: string | null) =>
  callJson<Job>(`${V1}/jobs/${id}/cancel`, { method: 'POST', json: { reason } });

export type JobVerb = 'hold' | 'release' | 'requeue';

export const changeJob = (id: number, verb: JobVerb) =>
  callJson<Job>(`${V1}/jobs/${id}/${verb}`, { method: 'POST', json: {} });

/** Tasks of an array that have started, by index. */
export function listTasks(
  id: number,
  states: readonly string[],
  cursor: string | null,
  signal?: AbortSignal,
) {
  const query = new URLSearchParams({ limit: '100' });
  if (states.length > 0) query.set('state', states.join(','));
  if (cursor !== null) query.set('cursor', cursor);
  return callJson<JobPage>(`${V1}/jobs/${id}/tasks?${query.toString()}`, { signal });
}

/** The stored script; bytes that are no UTF-8 are shown as U+FFFD, the download has them as they are. */
export const getScript = async (id: number, signal?: AbortSignal) =>
  (await call(scriptUrl(id), { signal })).text();

export const signOut = () => callJson<{ location: string }>('/signout', { method: 'POST' });

export const scriptUrl = (id: number) => `${V1}/jobs/${id}/script`;

export function logUrl(id: number, stream: LogStreamName, attempt: number | null): string {
  const query = new URLSearchParams({ stream });
  if (attempt !== null) query.set('attempt', String(attempt));
  return `${V1}/jobs/${id}/log?${query.toString()}`;
}

export function signInUrl(returnTo: string): string {
  return `/signin?return=${encodeURIComponent(returnTo)}`;
}

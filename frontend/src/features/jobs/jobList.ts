import type { Job, JobPage, JobRow } from '@/api/types';
import { isLive } from '@/components/states';

export const PAGE_ROWS = 50;
const MOST_ROWS = 200;
const MOST_SINGLE = 20;

/** What the page shows: rows stay where they are; new ones wait until they are asked for. */
export interface JobList {
  rows: JobRow[];
  waiting: JobRow[];
  /** More is new than one answer holds: showing it means loading the list anew. */
  behind: boolean;
  next: string | null;
  counts: Record<string, number>;
}

export function listOf(page: JobPage): JobList {
  return {
    rows: page.items,
    waiting: [],
    behind: false,
    next: page.next ?? null,
    counts: page.counts,
  };
}

/** How many rows of the head to ask for, so that what is shown is refreshed by one answer. */
export function headLimit(list: JobList): number {
  const shown = list.rows.length + list.waiting.length;
  return Math.min(MOST_ROWS, Math.max(1, Math.ceil(shown / PAGE_ROWS)) * PAGE_ROWS);
}

/** A fresh head: known rows change in place, unknown ones wait. */
export function withHead(list: JobList, head: JobPage): JobList {
  if (list.rows.length === 0) return listOf(head);
  const fresh = new Map(head.items.map((row) => [row.id, row]));
  const shown = new Set(list.rows.map((row) => row.id));
  const waiting = head.items.filter((row) => !shown.has(row.id));
  return {
    ...list,
    rows: list.rows.map((row) => fresh.get(row.id) ?? row),
    waiting,
    behind: head.next != null && waiting.length === head.items.length,
    counts: head.counts,
  };
}

export function withMore(list: JobList, page: JobPage): JobList {
  const shown = new Set(list.rows.map((row) => row.id));
  return {
    ...list,
    rows: [...list.rows, ...page.items.filter((row) => !shown.has(row.id))],
    next: page.next ?? null,
  };
}

export function withWaitingShown(list: JobList): JobList {
  const rows = [...list.waiting, ...list.rows].sort((a, b) => b.id - a.id);
  return { ...list, rows, waiting: [] };
}

export function withJob(list: JobList, job: Job): JobList {
  return { ...list, rows: list.rows.map((row) => (row.id === job.id ? rowOf(job) : row)) };
}

export function withoutJob(list: JobList, id: number): JobList {
  return { ...list, rows: list.rows.filter((row) => row.id !== id) };
}

/**
 * Shown rows that the head did not answer for and that have to be asked for one by one: they changed, or
 * (after a cut) may have. They are further down, or left the filter by changing.
 */
export function toAskSingly(
  list: JobList,
  head: JobPage,
  changed: ReadonlySet<number>,
  all: boolean,
): number[] {
  const answered = new Set(head.items.map((row) => row.id));
  return list.rows
    .filter((row) => !answered.has(row.id) && (changed.has(row.id) || (all && isLive(row.state))))
    .slice(0, MOST_SINGLE)
    .map((row) => row.id);
}

export function rowOf(job: Job): JobRow {
  const latest = job.attempts.reduce<Job['attempts'][number] | null>(
    (last, attempt) => (last === null || attempt.number > last.number ? attempt : last),
    null,
  );
  const { request } = job;
  return {
    id: job.id,
    name: job.name,
    kind: job.kind,
    state: job.state,
    stateSentence: job.stateSentence,
    pendingReason: job.pendingReason ?? null,
    owner: job.owner,
    team: job.team,
    pool: job.pool,
    simulated: job.simulated,
    partition: job.partition,
    mine: job.mine,
    submittedAt: job.submittedAt,
    startedAt: job.startedAt ?? null,
    endedAt: job.endedAt ?? null,
    lastSeenAt: job.lastSeenAt ?? null,
    cancelRequestedAt: job.cancelRequestedAt ?? null,
    timeLimitSeconds: request.timeLimitSeconds,
    cpus: request.cpus,
    memoryMiB: request.memoryMiB ?? null,
    gpus: request.gpus,
    nodes: (latest?.allocations ?? []).map((allocation) => allocation.node),
    actions: job.actions,
  };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getJob, listJobs, type JobFilter } from '@/api/calls';
import type { Changes } from '@/api/events/coalesce';
import { useChanges, useConnection } from '@/api/events/EventsProvider';
import { isProblem } from '@/api/problem';
import { FALLBACK_POLL_MS, keys } from '@/api/queries';
import type { Job } from '@/api/types';
import {
  headLimit,
  listOf,
  PAGE_ROWS,
  toAskSingly,
  withHead,
  withJob,
  withMore,
  withoutJob,
  withWaitingShown,
  type JobList,
} from './jobList';

const EVERYTHING: Changes = { jobIds: new Set(), pools: false, all: true };

export function useJobList(filter: JobFilter) {
  const client = useQueryClient();
  const key = [...keys.jobs, filter] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => listOf(await listJobs(filter, { limit: PAGE_ROWS }, signal)),
    // A refetch would throw away further pages and let rows jump: `refresh` changes them in place.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const update = (change: (list: JobList) => JobList) =>
    client.setQueryData<JobList>(key, (list) => (list === undefined ? list : change(list)));

  const refresh = useMutation({
    mutationFn: async (changes: Changes) => {
      const list = client.getQueryData<JobList>(key);
      if (list === undefined) return;
      const head = await listJobs(filter, { limit: headLimit(list) });
      update((now) => withHead(now, head));
      const ids = toAskSingly(list, head, changes.jobIds, changes.all);
      const answers = await Promise.all(ids.map(askSingly));
      for (const { id, job } of answers) {
        update((now) => (job === null ? withoutJob(now, id) : withJob(now, job)));
      }
    },
  });

  // One question at a time: what changes meanwhile is asked for when the answer is there.
  const queued = useRef<Changes | null>(null);
  const run = (changes: Changes) => {
    if (refresh.isPending) {
      queued.current = merged(queued.current, changes);
      return;
    }
    refresh.mutate(changes);
  };
  const idle = !refresh.isPending;
  useEffect(() => {
    if (!idle || queued.current === null) return;
    const changes = queued.current;
    queued.current = null;
    refresh.mutate(changes);
  }, [idle, refresh]);

  useChanges((changes) => {
    if (changes.all || changes.jobIds.size > 0) run(changes);
  });
  usePolling(() => run(EVERYTHING));

  const more = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await listJobs(filter, { limit: PAGE_ROWS, cursor });
      update((list) => withMore(list, page));
    },
  });

  return {
    query,
    more,
    refreshFailed: refresh.isError,
    showNew: () => {
      if (query.data?.behind === true) void query.refetch();
      else update(withWaitingShown);
    },
    put: (job: Job) => update((list) => withJob(list, job)),
  };
}

/** While there are no events, ask. */
function usePolling(ask: () => void): void {
  const { up, downSince } = useConnection();
  const lost = !up && downSince !== null;
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!lost) return undefined;
    const id = window.setInterval(() => latest.current(), FALLBACK_POLL_MS);
    return () => window.clearInterval(id);
  }, [lost]);
}

async function askSingly(id: number): Promise<{ id: number; job: Job | null }> {
  try {
    return { id, job: await getJob(id) };
  } catch (error) {
    if (isProblem(error, 404)) return { id, job: null };
    throw error;
  }
}

function merged(a: Changes | null, b: Changes): Changes {
  if (a === null) return b;
  return {
    jobIds: new Set([...a.jobIds, ...b.jobIds]),
    pools: a.pools || b.pools,
    all: a.all || b.all,
  };
}

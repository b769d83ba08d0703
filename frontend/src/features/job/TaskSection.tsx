import { Button, Card, CardBody, CardTitle } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { listTasks } from '@/api/calls';
import { useChanges } from '@/api/events/EventsProvider';
import { keys } from '@/api/queries';
import type { Job, JobRow, JobState, Tasks } from '@/api/types';
import { durationText, secondsBetween } from '@/components/format';
import { Instant, useNow } from '@/components/Instant';
import { t } from '@/components/messages';
import { Failed, Loading } from '@/components/PageStates';
import { StateCounts } from '@/components/StateCounts';
import { StateLabel } from '@/components/StateLabel';
import { isLive } from '@/components/states';
import { TaskBar } from '@/components/TaskBar';

/** Tasks of an array: how many are in which state, and those that have started, by index. */
export function TaskSection({ job, tasks }: { job: Job; tasks: Tasks }) {
  const [states, setStates] = useState<JobState[]>([]);
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('tasks.title', { count: tasks.tasks })}</CardTitle>
      <CardBody>
        <TaskBar tasks={tasks} />
        <StateCounts
          counts={tasks.counts}
          chosen={states}
          label={t('tasks.byState')}
          testId="task-counts"
          onChoose={setStates}
        />
        {tasks.waiting !== '' && (
          <p className="gh-quiet gh-break gh-gap-above" data-testid="tasks-waiting">
            {t('tasks.waiting', { indices: shortened(tasks.waiting) })}
            {tasks.atOnce != null && ` ${t('tasks.atOnce', { count: tasks.atOnce })}`}
          </p>
        )}
        <TaskTable job={job} states={states} />
      </CardBody>
    </Card>
  );
}

function shortened(indices: string): string {
  return indices.length <= 120 ? indices : `${indices.slice(0, 120)}…`;
}

function TaskTable({ job, states }: { job: Job; states: readonly JobState[] }) {
  const query = useInfiniteQuery({
    queryKey: keys.tasks(job.id, states),
    queryFn: ({ pageParam, signal }) => listTasks(job.id, states, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  useChanges((changes) => {
    if (changes.all || changes.jobIds.has(job.id)) void query.refetch();
  });
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const now = useNow(rows.some((row) => isLive(row.state)));
  if (query.isPending) return <Loading what={t('what.tasks')} />;
  if (query.isError && rows.length === 0) {
    return (
      <Failed what={t('what.tasks')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (rows.length === 0) {
    return (
      <p className="gh-quiet gh-gap-above">
        {t(states.length === 0 ? 'tasks.none' : 'tasks.noneOfState')}
      </p>
    );
  }
  return (
    <>
      <div className="gh-scroll">
        <Table
          variant="compact"
          gridBreakPoint=""
          aria-label={t('tasks.table')}
          data-testid="tasks"
        >
          <Thead>
            <Tr>
              <Th>{t('tasks.col.index')}</Th>
              <Th>{t('jobs.col.state')}</Th>
              <Th>{t('jobs.col.id')}</Th>
              <Th>{t('jobs.col.where')}</Th>
              <Th>{t('job.started')}</Th>
              <Th>{t('jobs.col.time')}</Th>
              <Th>{t('jobs.col.why')}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {rows.map((row) => (
              <TaskRow key={row.id} row={row} now={now} />
            ))}
          </Tbody>
        </Table>
      </div>
      {query.hasNextPage && (
        <Button
          variant="link"
          isLoading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('tasks.more')}
        </Button>
      )}
    </>
  );
}

function TaskRow({ row, now }: { row: JobRow; now: number }) {
  const seconds = row.startedAt == null ? null : secondsBetween(row.startedAt, row.endedAt ?? now);
  return (
    <Tr>
      <Td>
        <Link to={`/jobs/${row.id}`}>{row.task?.index}</Link>
      </Td>
      <Td>
        <StateLabel job={row} />
      </Td>
      <Td>
        <Link to={`/jobs/${row.id}`}>{row.id}</Link>
      </Td>
      <Td>{row.nodes.join(', ')}</Td>
      <Td>{row.startedAt != null && <Instant at={row.startedAt} />}</Td>
      <Td>{seconds !== null && durationText(seconds)}</Td>
      <Td className="gh-break">
        {row.state === 'COMPLETED' || row.state === 'RUNNING' ? '' : row.stateSentence}
      </Td>
    </Tr>
  );
}

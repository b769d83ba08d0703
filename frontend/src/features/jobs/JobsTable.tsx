import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Job, JobRow } from '@/api/types';
import { CancelJob } from '@/components/CancelJob';
import { durationText, resourceParts, secondsBetween } from '@/components/format';
import { Instant, useNow } from '@/components/Instant';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { StateLabel } from '@/components/StateLabel';
import { isLive } from '@/components/states';
import { TaskBar } from '@/components/TaskBar';

interface Props {
  rows: readonly JobRow[];
  onChanged: (job: Job) => void;
}

export function JobsTable({ rows, onChanged }: Props) {
  const now = useNow(rows.some((row) => isLive(row.state)));
  return (
    <Table variant="compact" gridBreakPoint="" aria-label={t('jobs.table')} className="gh-jobs">
      <Thead>
        <Tr>
          <Th className="gh-c-state">{t('jobs.col.state')}</Th>
          <Th className="gh-c-id">{t('jobs.col.id')}</Th>
          <Th className="gh-c-name">{t('jobs.col.name')}</Th>
          <Th className="gh-c-owner">{t('jobs.col.owner')}</Th>
          <Th className="gh-c-team">{t('jobs.col.team')}</Th>
          <Th className="gh-c-resources">{t('jobs.col.resources')}</Th>
          <Th className="gh-c-where">{t('jobs.col.where')}</Th>
          <Th className="gh-c-submitted">{t('jobs.col.submitted')}</Th>
          <Th className="gh-c-time">{t('jobs.col.time')}</Th>
          <Th className="gh-c-why">{t('jobs.col.why')}</Th>
          <Th className="gh-c-actions" screenReaderText={t('jobs.col.actions')} />
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} onChanged={onChanged} />
        ))}
      </Tbody>
    </Table>
  );
}

function Row({ row, now, onChanged }: { row: JobRow; now: number; onChanged: Props['onChanged'] }) {
  const reason = why(row);
  return (
    <Tr data-testid={`job-row-${row.id}`}>
      <Td className="gh-c-state">
        <StateLabel job={row} />
      </Td>
      <Td className="gh-c-id">
        <Link to={`/jobs/${row.id}`}>{row.id}</Link>
      </Td>
      <Td className="gh-c-name">
        <Link to={`/jobs/${row.id}`} title={row.name}>
          {row.name}
        </Link>
        {row.array != null && (
          <span className="gh-quiet gh-mono" title={t('jobs.array', { count: row.array.tasks })}>
            {' '}
            [{shortened(row.array.indices)}]
          </span>
        )}
        {row.array != null && <TaskBar tasks={row.array} />}
      </Td>
      <Td className="gh-c-owner" title={row.owner}>
        {row.owner}
      </Td>
      <Td className="gh-c-team" title={row.team}>
        {row.team}
      </Td>
      <Td className="gh-c-resources">
        {resourceParts(row.gpus, row.cpus, row.memoryMiB).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <span className="gh-time">{part}</span>
          </Fragment>
        ))}
      </Td>
      <Td className="gh-c-where">
        {row.nodes.length > 0
          ? row.nodes.join(', ')
          : t('jobs.anywhere', { pool: row.pool, partition: row.partition })}{' '}
        <Simulated when={row.simulated} />
      </Td>
      <Td className="gh-c-submitted">
        <Instant at={row.submittedAt} />
      </Td>
      <Td className="gh-c-time">{timeOf(row, now)}</Td>
      <Td className="gh-c-why" {...(reason === null ? {} : { title: reason })}>
        {reason !== null && <span>{reason}</span>}
      </Td>
      <Td className="gh-c-actions">
        <CancelJob job={row} small onAsked={onChanged} />
      </Td>
    </Tr>
  );
}

function shortened(indices: string): string {
  return indices.length <= 24 ? indices : `${indices.slice(0, 24)}…`;
}

function timeOf(row: JobRow, now: number): string {
  if (row.startedAt == null) {
    const waited = durationText(secondsBetween(row.submittedAt, row.endedAt ?? now));
    return t(row.endedAt == null ? 'jobs.waiting' : 'jobs.waited', { time: waited });
  }
  if (row.array != null) {
    return durationText(secondsBetween(row.startedAt, row.endedAt ?? now));
  }
  return t('jobs.ran', {
    time: durationText(secondsBetween(row.startedAt, row.endedAt ?? now)),
    limit: durationText(row.timeLimitSeconds),
  });
}

/** Why it waits, or why it ended otherwise than hoped; the state's word says the rest. */
function why(row: JobRow): string | null {
  if (row.array != null) return row.stateSentence;
  if (row.pendingReason != null) return row.pendingReason;
  return row.state === 'COMPLETED' || row.state === 'RUNNING' ? null : row.stateSentence;
}

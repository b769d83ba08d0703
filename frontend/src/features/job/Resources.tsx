import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { Allocation, Attempt, Job } from '@/api/types';
import { durationText, gpusText, mebibytesText } from '@/components/format';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { Facts } from './Facts';

/** What was asked and what was given, side by side; what was used below. */
export function Resources({ job }: { job: Job }) {
  const { request } = job;
  const latest = job.attempts.at(-1);
  const given = latest?.allocations ?? [];
  const each = (cell: (allocation: Allocation) => ReactNode) =>
    given.map((allocation) => <td key={allocation.node}>{cell(allocation)}</td>);
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.resources')}</CardTitle>
      <CardBody>
        <table className="gh-given" data-testid="resources">
          <thead>
            <tr>
              <td />
              <th scope="col">{t('job.asked')}</th>
              {given.map((allocation) => (
                <th key={allocation.node} scope="col" data-testid="allocated-node">
                  {t('job.givenOn', { node: allocation.node })} <Simulated when={job.simulated} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr data-testid="resources-gpus">
              <th scope="row">{t('job.gpus')}</th>
              <td>{gpusText(request.gpus) ?? t('gpus.none')}</td>
              {each(gpusGiven)}
            </tr>
            <tr>
              <th scope="row">{t('job.cpus')}</th>
              <td>{request.cpus}</td>
              {each(({ cpus }) => cpus)}
            </tr>
            <tr>
              <th scope="row">{t('job.memory')}</th>
              <td>
                {request.memoryMiB == null ? t('job.memory.all') : mebibytesText(request.memoryMiB)}
              </td>
              {each(({ memoryMiB }) => mebibytesText(memoryMiB))}
            </tr>
          </tbody>
        </table>
        {given.length === 0 && (
          <p className="gh-quiet">{t(job.array == null ? 'job.notGiven' : 'job.givenEach')}</p>
        )}
        <Facts
          facts={[
            [t('job.nodes'), request.nodes > 1 ? request.nodes : null],
            [t('job.tasks'), request.tasks > 1 ? request.tasks : null],
            ...used(latest),
          ]}
        />
      </CardBody>
    </Card>
  );
}

function gpusGiven({ gpuIndices, gpuType }: Allocation): string {
  if (gpuIndices.length === 0) return t('gpus.none');
  const list = gpuIndices.join(', ');
  const where = t(gpuIndices.length === 1 ? 'job.gpuIndex' : 'job.gpuIndices', { list });
  return `${gpuIndices.length} × ${gpuType ?? t('gpus.any')}, ${where}`;
}

function used(attempt: Attempt | undefined): (readonly [string, string])[] {
  const facts: [string, string][] = [];
  if (attempt?.cpuSeconds != null) {
    facts.push([t('job.cpuTime'), durationText(attempt.cpuSeconds)]);
  }
  if (attempt?.maxRssMiB != null) {
    facts.push([t('job.maxMemory'), mebibytesText(attempt.maxRssMiB)]);
  }
  return facts;
}

import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { Allocation, Job } from '@/api/types';
import { durationText, gpusText, mebibytesText } from '@/components/format';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { Facts } from './Facts';

export function Resources({ job }: { job: Job }) {
  const { request } = job;
  const latest = job.attempts.at(-1);
  const allocations = latest?.allocations ?? [];
  const used = latest?.cpuSeconds != null || latest?.maxRssMiB != null;
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.resources')}</CardTitle>
      <CardBody>
        <h3 className="gh-facts-title">{t('job.asked')}</h3>
        <Facts
          facts={[
            [t('job.gpus'), gpusText(request.gpus) ?? t('gpus.none')],
            [t('job.cpus'), request.cpus],
            [
              t('job.memory'),
              request.memoryMiB == null ? t('job.memory.all') : mebibytesText(request.memoryMiB),
            ],
            [t('job.nodes'), request.nodes > 1 ? request.nodes : null],
            [t('job.tasks'), request.tasks > 1 ? request.tasks : null],
          ]}
        />
        <h3 className="gh-facts-title">{t('job.given')}</h3>
        {allocations.length === 0 && <p className="gh-quiet">{t('job.notGiven')}</p>}
        {allocations.map((allocation) => (
          <Given key={allocation.node} allocation={allocation} simulated={job.simulated} />
        ))}
        {used && (
          <>
            <h3 className="gh-facts-title">{t('job.used')}</h3>
            <Facts
              facts={[
                [
                  t('job.cpuTime'),
                  latest.cpuSeconds == null ? null : durationText(latest.cpuSeconds),
                ],
                [
                  t('job.maxMemory'),
                  latest.maxRssMiB == null ? null : mebibytesText(latest.maxRssMiB),
                ],
              ]}
            />
          </>
        )}
      </CardBody>
    </Card>
  );
}

function Given({ allocation, simulated }: { allocation: Allocation; simulated: boolean }) {
  const { node, cpus, memoryMiB, gpuType, gpuIndices } = allocation;
  const list = gpuIndices.join(', ');
  return (
    <div data-testid="allocation">
      <Facts
        facts={[
          [
            t('job.node'),
            <>
              {node} <Simulated when={simulated} />
            </>,
          ],
          [
            t('job.gpus'),
            gpuIndices.length === 0
              ? t('gpus.none')
              : `${gpuIndices.length} × ${gpuType ?? t('gpus.any')}, ${t(
                  gpuIndices.length === 1 ? 'job.gpuIndex' : 'job.gpuIndices',
                  { list },
                )}`,
          ],
          [t('job.cpus'), cpus],
          [t('job.memory'), mebibytesText(memoryMiB)],
        ]}
      />
    </div>
  );
}

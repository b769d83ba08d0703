import { Alert, Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { Job } from '@/api/types';
import { durationText } from '@/components/format';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { Facts } from './Facts';

export function Details({ job }: { job: Job }) {
  const latest = job.attempts.at(-1);
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.details')}</CardTitle>
      <CardBody>
        <Facts
          facts={[
            [t('job.owner'), job.owner],
            [t('job.team'), job.team],
            [
              t('job.pool'),
              <>
                {job.pool} <Simulated when={job.simulated} />
              </>,
            ],
            [t('job.partition'), job.partition],
            [t('job.limit'), durationText(job.request.timeLimitSeconds)],
            [t('job.exit'), latest?.exitCode ?? null],
            [t('job.signal'), latest?.signal ?? null],
            [t('job.stdout'), <span className="gh-mono">{job.request.stdout}</span>],
            [
              t('job.stderr'),
              job.request.stderr === job.request.stdout ? null : (
                <span className="gh-mono">{job.request.stderr}</span>
              ),
            ],
          ]}
        />
        {job.notices.map((notice) => (
          <Alert
            key={`${notice.code}-${notice.line ?? 0}`}
            isInline
            isPlain
            className="gh-gap-above"
            variant={notice.severity === 'NOTICE' ? 'info' : 'warning'}
            title={notice.message}
          />
        ))}
      </CardBody>
    </Card>
  );
}

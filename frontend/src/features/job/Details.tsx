import { Alert, Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { Job } from '@/api/types';
import { durationText } from '@/components/format';
import { Instant } from '@/components/Instant';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { type Fact, Facts } from './Facts';

/** What was asked about when and where, as far as it was. */
function wishes({ request: { when, where, signal, requeue } }: Job): Fact[] {
  const mono = (text: string | null | undefined) =>
    text == null || text === '' ? null : <span className="gh-mono">{text}</span>;
  return [
    [t('job.begin'), when.begin == null ? null : <Instant at={when.begin} />],
    [t('job.deadline'), when.deadline == null ? null : <Instant at={when.deadline} />],
    [t('job.dependency'), mono(when.dependency)],
    [t('job.constraint'), mono(where.constraint)],
    [t('job.nodelist'), mono(where.nodelist.join(', '))],
    [t('job.exclude'), mono(where.exclude.join(', '))],
    [t('job.exclusive'), where.exclusive ? t('job.exclusive.yes') : null],
    [
      t('job.warning'),
      signal == null
        ? null
        : t('job.warning.text', {
            number: signal.number,
            time: durationText(signal.beforeSeconds),
          }),
    ],
    [t('job.requeue'), requeue ? null : t('job.requeue.no')],
  ];
}

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
            ...wishes(job),
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

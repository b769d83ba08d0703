import {
  Card,
  CardBody,
  CardTitle,
  ProgressStep,
  ProgressStepper,
  type ProgressStepProps,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { Attempt, Job } from '@/api/types';
import { durationText } from '@/components/format';
import { Elapsed, Instant } from '@/components/Instant';
import { t } from '@/components/messages';
import { StateLabel } from '@/components/StateLabel';
import { isLive } from '@/components/states';

/** Submitted → started → ended of the latest attempt; earlier attempts under each other. */
export function TimeLine({ job }: { job: Job }) {
  const earlier = job.attempts.slice(0, -1);
  const over = !isLive(job.state);
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.timeline')}</CardTitle>
      <CardBody>
        <ProgressStepper isVertical aria-label={t('job.timeline')}>
          <Step id="submitted" title={t('job.submitted')} variant="success">
            <Instant at={job.submittedAt} />
          </Step>
          <Step
            id="started"
            title={t('job.started')}
            variant={job.startedAt == null ? 'pending' : 'success'}
            current={job.startedAt == null && !over}
          >
            {job.startedAt == null ? (
              t(over ? 'job.notStarted' : 'job.notYet')
            ) : (
              <>
                <Instant at={job.startedAt} />
                <Took template={t('job.waitedFor', { time: '\u0000' })}>
                  <Elapsed from={job.submittedAt} to={job.startedAt} />
                </Took>
              </>
            )}
          </Step>
          <Step
            id="ended"
            title={t(job.endedAt == null ? 'job.end' : 'job.ended')}
            variant={endVariant(job)}
            current={job.startedAt != null && job.endedAt == null}
          >
            <EndText job={job} />
          </Step>
        </ProgressStepper>
        {job.attempts.length > 1 && (
          <ul className="gh-attempts">
            {earlier.map((attempt) => (
              <EarlierAttempt key={attempt.id} attempt={attempt} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function EndText({ job }: { job: Job }) {
  const limit = durationText(job.request.timeLimitSeconds);
  if (job.endedAt != null) {
    return (
      <>
        <Instant at={job.endedAt} />
        {job.startedAt != null && (
          <Took template={t('job.ranFor', { time: '\u0000' })}>
            <Elapsed from={job.startedAt} to={job.endedAt} />
          </Took>
        )}
      </>
    );
  }
  if (job.array != null) return t('job.limitEach', { limit });
  if (job.startedAt == null) return t('job.limitIs', { limit });
  return (
    <Took template={t('job.runningFor', { time: '\u0000', limit })}>
      <Elapsed from={job.startedAt} to={null} />
    </Took>
  );
}

/** A sentence of the catalogue with a live part in the place of its hole. */
function Took({ template, children }: { template: string; children: ReactNode }) {
  const [before, after] = template.split('\u0000');
  return (
    <div>
      {before}
      {children}
      {after}
    </div>
  );
}

function endVariant(job: Job): NonNullable<ProgressStepProps['variant']> {
  if (job.endedAt == null && isLive(job.state)) return 'pending';
  return job.state === 'COMPLETED' ? 'success' : 'danger';
}

interface StepProps {
  id: string;
  title: string;
  variant: NonNullable<ProgressStepProps['variant']>;
  current?: boolean;
  children: ReactNode;
}

function Step({ id, title, variant, current = false, children }: StepProps) {
  return (
    <ProgressStep
      id={`step-${id}`}
      titleId={`step-${id}-title`}
      variant={current ? 'info' : variant}
      isCurrent={current}
      aria-label={title}
      description={<span data-testid={`time-${id}`}>{children}</span>}
    >
      {title}
    </ProgressStep>
  );
}

function EarlierAttempt({ attempt }: { attempt: Attempt }) {
  return (
    <li>
      {t('job.attempt', { number: attempt.number })} <StateLabel job={attemptFacts(attempt)} />{' '}
      {attempt.startedAt != null && <Instant at={attempt.startedAt} />}
      {attempt.startedAt != null && attempt.endedAt != null && (
        <>
          {' '}
          <Elapsed from={attempt.startedAt} to={attempt.endedAt} />
        </>
      )}
    </li>
  );
}

function attemptFacts(attempt: Attempt) {
  const { state, exitCode, signal, stateSentence } = attempt;
  return {
    state,
    exitCode: exitCode ?? null,
    signal: signal ?? null,
    ...(stateSentence == null ? {} : { stateSentence }),
  };
}

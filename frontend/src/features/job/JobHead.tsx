import { Alert, Content } from '@patternfly/react-core';
import { Link } from 'react-router';
import type { Job } from '@/api/types';
import { timeText } from '@/components/format';
import { t } from '@/components/messages';
import { StateLabel } from '@/components/StateLabel';
import { JobVerbs } from './JobVerbs';

export function JobHead({ job }: { job: Job }) {
  return (
    <header>
      <Link to="/jobs">{t('job.back')}</Link>
      <div className="gh-head gh-job-head">
        <div className="gh-row">
          <Content component="h1" className="gh-break" data-testid="job-name">
            {job.name}
          </Content>
          <span className="gh-quiet" data-testid="job-id">
            {t('job.title', { id: job.id })}
          </span>
          {job.task != null && (
            <Link to={`/jobs/${job.task.array}`} data-testid="task-of">
              {t('job.taskOf', { index: job.task.index, array: job.task.array })}
            </Link>
          )}
        </div>
        <JobVerbs job={job} />
      </div>
      <div className="gh-row">
        <StateLabel job={{ ...job, ...exitOf(job), stateSentence: job.stateSentence }} large />
        <span data-testid="state-sentence" className="gh-break">
          {job.stateSentence}
        </span>
      </div>
      {job.pendingReason != null && job.array == null && (
        <Alert
          isInline
          variant="info"
          className="gh-gap-above"
          title={t('job.why')}
          data-testid="pending-reason"
        >
          {job.pendingReason}
        </Alert>
      )}
      {job.cancelRequestedAt != null && (
        <p className="gh-gap-above gh-break" data-testid="cancel-requested">
          {job.cancelRequestedBy == null
            ? t('job.cancelAsked', { time: timeText(job.cancelRequestedAt) })
            : t('job.cancelAskedBy', {
                time: timeText(job.cancelRequestedAt),
                who: job.cancelRequestedBy,
              })}
          {job.cancelReason != null && ` · ${t('job.cancelReason', { reason: job.cancelReason })}`}
        </p>
      )}
    </header>
  );
}

function exitOf(job: Job) {
  const latest = job.attempts.at(-1);
  return { exitCode: latest?.exitCode ?? null, signal: latest?.signal ?? null };
}

import { Alert } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useChanges, useConnection } from '@/api/events/EventsProvider';
import { isProblem } from '@/api/problem';
import { FALLBACK_POLL_MS, jobQuery } from '@/api/queries';
import type { Job } from '@/api/types';
import { timeText } from '@/components/format';
import { t } from '@/components/messages';
import { Empty, Failed, Loading, Stale } from '@/components/PageStates';
import { useTitle } from '@/components/useTitle';
import { Details } from './Details';
import { JobHead } from './JobHead';
import { LogSection } from './LogSection';
import { Resources } from './Resources';
import { Script } from './Script';
import { TaskSection } from './TaskSection';
import { TimeLine } from './TimeLine';
import './job.css';

interface Props {
  id: number;
  renderLog: (job: Job) => ReactNode;
}

export function JobPage({ id, renderLog }: Props) {
  useTitle(t('job.title', { id }));
  const { up } = useConnection();
  const known = Number.isSafeInteger(id) && id > 0;
  const query = useQuery({
    ...jobQuery(id),
    enabled: known,
    refetchInterval: up ? false : FALLBACK_POLL_MS,
  });
  useChanges((changes) => {
    if (known && (changes.all || changes.jobIds.has(id))) void query.refetch();
  });
  if (!known || isProblem(query.error, 404)) {
    return (
      <Empty title={t('job.notFound.title')} action={<Link to="/jobs">{t('job.back')}</Link>}>
        {t('job.notFound.body', { id: known ? id : '' })}
      </Empty>
    );
  }
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <Stale since={query.dataUpdatedAt} />}
        <JobView job={query.data} renderLog={renderLog} />
      </>
    );
  }
  if (query.isError) {
    return <Failed what={t('what.job')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loading what={t('what.job')} />;
}

function JobView({ job, renderLog }: { job: Job; renderLog: Props['renderLog'] }) {
  return (
    <div className="gh-job" data-testid="job">
      <JobHead job={job} />
      {job.lastSeenAt != null && (
        <Alert
          isInline
          variant="warning"
          title={t('job.lastSeen', { time: timeText(job.lastSeenAt) })}
        />
      )}
      <div className="gh-job-cards">
        <TimeLine job={job} />
        <Resources job={job} />
        <Details job={job} />
      </div>
      <div className="gh-job-log">
        {job.array == null ? (
          <LogSection job={job} renderLog={renderLog} />
        ) : (
          <TaskSection job={job} tasks={job.array} />
        )}
      </div>
      <Script job={job} />
    </div>
  );
}

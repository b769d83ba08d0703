import { Button } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listJobs } from '@/api/calls';
import { useChanges, useConnection } from '@/api/events/EventsProvider';
import { FALLBACK_POLL_MS, keys } from '@/api/queries';
import { resourcesText } from '@/components/format';
import { Elapsed } from '@/components/Instant';
import { t } from '@/components/messages';
import { Failed, Loading, Stale } from '@/components/PageStates';
import { StateLabel } from '@/components/StateLabel';
import { LIVE_STATES } from '@/components/states';
import './home.css';

export function MyJobs() {
  const { up } = useConnection();
  const query = useQuery({
    queryKey: [...keys.jobs, 'home'],
    queryFn: ({ signal }) =>
      listJobs({ scope: 'mine', states: LIVE_STATES, team: null }, { limit: 20 }, signal),
    refetchInterval: up ? false : FALLBACK_POLL_MS,
  });
  useChanges((changes) => {
    if (changes.all || changes.jobIds.size > 0) void query.refetch();
  });
  if (query.isPending) return <Loading what={t('what.jobs')} />;
  if (query.data === undefined) {
    return (
      <Failed what={t('what.jobs')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const { items } = query.data;
  return (
    <>
      {query.isError && <Stale since={query.dataUpdatedAt} />}
      {items.length === 0 ? (
        <div data-testid="empty">
          <p>{t('home.none')}</p>
          <p className="gh-gap-above">{t('jobs.empty.body')}</p>
          <Button
            className="gh-gap-above"
            variant="secondary"
            component={(props) => <Link {...props} to="/jobs/new" />}
          >
            {t('jobs.newJob')}
          </Button>
        </div>
      ) : (
        <ul className="gh-myjobs">
          {items.map((job) => (
            <li key={job.id}>
              <StateLabel job={job} />
              <Link to={`/jobs/${job.id}`} className="gh-break">
                {job.id} {job.name}
              </Link>
              <span className="gh-quiet">
                {resourcesText(job.gpus, job.cpus, job.memoryMiB)}
                {job.nodes.length > 0 && ` · ${job.nodes.join(', ')}`}
                {' · '}
                {t(job.startedAt == null ? 'home.waits' : 'home.runs')}{' '}
                <Elapsed from={job.startedAt ?? job.submittedAt} to={job.endedAt} />
              </span>
              {job.pendingReason != null && (
                <span className="gh-myjobs-why">{job.pendingReason}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="gh-gap-above">
        <Link to="/jobs">{t('home.allMyJobs')}</Link>
      </div>
    </>
  );
}

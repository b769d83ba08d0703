import { Alert, AlertActionLink } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { signInUrl } from '@/api/calls';
import { useConnection } from '@/api/events/EventsProvider';
import { poolsQuery } from '@/api/queries';
import { timeText } from '@/components/format';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';

/** What holds on every page: an ended session, lost live updates, what everybody must know of a pool. */
export function Notices({ sessionEnded }: { sessionEnded: boolean }) {
  const { pathname, search } = useLocation();
  const { up, downSince } = useConnection();
  const pools = useQuery(poolsQuery);
  // What one must know wherever one is; the rest stands on the page Resources.
  const urgent = (pools.data ?? []).filter(
    (pool) => pool.isolation === 'single-person' || pool.unreachable != null,
  );
  return (
    <>
      <div className="gh-notices gh-notices-urgent">
        {sessionEnded && (
          <Alert
            isInline
            variant="warning"
            title={t('session.ended')}
            data-testid="session-ended"
            actionLinks={
              <AlertActionLink component="a" href={signInUrl(pathname + search)}>
                {t('session.again')}
              </AlertActionLink>
            }
          >
            {t('session.endedBody')}
          </Alert>
        )}
        {!sessionEnded && !up && downSince !== null && (
          <Alert
            isInline
            variant="warning"
            data-testid="live-lost"
            title={t('live.lost', { time: timeText(new Date(downSince).toISOString()) })}
          >
            {t('live.lostBody')}
          </Alert>
        )}
      </div>
      <div className="gh-notices">
        {urgent.map((pool) => (
          <Alert
            key={pool.name}
            isInline
            variant="warning"
            data-testid="pool-notice"
            title={
              <>
                {t('pool.notice', { pool: pool.name })} <Simulated when={pool.simulated} />{' '}
                <span className="gh-notice-text">
                  {pool.unreachable != null
                    ? t('pool.unreachable', { why: pool.unreachable })
                    : pool.notices.join(' ')}
                </span>
              </>
            }
          />
        ))}
      </div>
    </>
  );
}

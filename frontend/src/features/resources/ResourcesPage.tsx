import { Content } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { UNHURRIED_MS, useChanges, useConnection } from '@/api/events/EventsProvider';
import { FALLBACK_POLL_MS, poolsQuery } from '@/api/queries';
import { timeText } from '@/components/format';
import { t } from '@/components/messages';
import { Empty, Failed, Loading, Stale } from '@/components/PageStates';
import { useTitle } from '@/components/useTitle';
import { PoolCard } from './PoolCard';

export function ResourcesPage() {
  useTitle(t('resources.title'));
  const { up } = useConnection();
  const pools = useQuery({ ...poolsQuery, refetchInterval: up ? false : FALLBACK_POLL_MS });
  useChanges(() => void pools.refetch(), UNHURRIED_MS);
  return (
    <>
      <div className="gh-head">
        <Content component="h1">{t('resources.title')}</Content>
        {pools.data !== undefined && !pools.isError && (
          <span className="gh-quiet">
            {t('resources.asOf', { time: timeText(new Date(pools.dataUpdatedAt).toISOString()) })}
          </span>
        )}
      </div>
      {pools.isPending && <Loading what={t('what.pools')} />}
      {pools.isError && pools.data === undefined && (
        <Failed what={t('what.pools')} error={pools.error} onRetry={() => void pools.refetch()} />
      )}
      {pools.isError && pools.data !== undefined && <Stale since={pools.dataUpdatedAt} />}
      {pools.data?.length === 0 && (
        <Empty title={t('resources.empty.title')}>{t('resources.empty.body')}</Empty>
      )}
      {pools.data?.map((pool) => (
        <PoolCard key={pool.name} pool={pool} />
      ))}
    </>
  );
}

import { Button, Card, CardBody, CardTitle, Content, Grid, GridItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UNHURRIED_MS, useChanges, useConnection } from '@/api/events/EventsProvider';
import { FALLBACK_POLL_MS, poolsQuery, teamsQuery } from '@/api/queries';
import { FreeGpusList } from '@/components/FreeGpusList';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';
import { Failed, Loading } from '@/components/PageStates';
import { useTitle } from '@/components/useTitle';
import { MyJobs } from './MyJobs';
import { TeamUse } from './TeamUse';

export function HomePage() {
  useTitle(t('home.title'));
  const me = useMe();
  const { up } = useConnection();
  const poll = up ? false : FALLBACK_POLL_MS;
  const pools = useQuery({ ...poolsQuery, refetchInterval: poll });
  const teams = useQuery({ ...teamsQuery, refetchInterval: poll });
  useChanges(() => {
    void pools.refetch();
    void teams.refetch();
  }, UNHURRIED_MS);
  return (
    <>
      <div className="gh-head">
        <Content component="h1">{t('home.greeting', { name: me.displayName })}</Content>
        <Button variant="primary" component={(props) => <Link {...props} to="/jobs/new" />}>
          {t('jobs.newJob')}
        </Button>
      </div>
      <Grid hasGutter>
        <GridItem lg={8}>
          <Card isFullHeight>
            <CardTitle>{t('home.myJobs')}</CardTitle>
            <CardBody>
              <MyJobs />
            </CardBody>
          </Card>
        </GridItem>
        <GridItem lg={4}>
          <Card>
            <CardTitle>{t('gpus.free')}</CardTitle>
            <CardBody>
              {pools.data !== undefined && <FreeGpusList pools={pools.data} />}
              {pools.isPending && <Loading what={t('what.pools')} />}
              {pools.data === undefined && pools.isError && (
                <Failed
                  what={t('what.pools')}
                  error={pools.error}
                  onRetry={() => void pools.refetch()}
                />
              )}
              <div className="gh-gap-above">
                <Link to="/resources">{t('home.resources')}</Link>
              </div>
            </CardBody>
          </Card>
          <Card className="gh-gap-above">
            <CardTitle>{t('home.teams')}</CardTitle>
            <CardBody>
              {teams.data !== undefined && <TeamUse teams={teams.data} />}
              {teams.isPending && <Loading what={t('what.teams')} />}
              {teams.data === undefined && teams.isError && (
                <Failed
                  what={t('what.teams')}
                  error={teams.error}
                  onRetry={() => void teams.refetch()}
                />
              )}
            </CardBody>
          </Card>
        </GridItem>
      </Grid>
    </>
  );
}

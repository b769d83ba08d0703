import { Alert, Button, Content } from '@patternfly/react-core';
import { Link, useSearchParams } from 'react-router';
import type { JobFilter } from '@/api/calls';
import { t, tn } from '@/components/messages';
import { Empty, Failed, Loading, problemText, Stale } from '@/components/PageStates';
import { useTitle } from '@/components/useTitle';
import { filterFrom, queryOf } from './filter';
import { Filters } from './Filters';
import type { JobList } from './jobList';
import { JobsTable } from './JobsTable';
import { useJobList } from './useJobList';
import './jobs.css';

export function JobsPage() {
  useTitle(t('jobs.title'));
  const [params, setParams] = useSearchParams();
  const filter = filterFrom(params);
  const setFilter = (next: JobFilter) => setParams(queryOf(next));
  const list = useJobList(filter);
  const { query } = list;
  return (
    <>
      <div className="gh-head">
        <Content component="h1">{t('jobs.title')}</Content>
        <NewJobButton />
      </div>
      <Filters filter={filter} counts={query.data?.counts ?? {}} onChange={setFilter} />
      {query.isPending && <Loading what={t('what.jobs')} />}
      {query.data === undefined && query.isError && (
        <Failed what={t('what.jobs')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <>
          {(query.isError || list.refreshFailed) && <Stale since={query.dataUpdatedAt} />}
          <NewRows list={query.data} onShow={list.showNew} />
          {query.data.rows.length === 0 ? (
            <NoJobs
              filter={filter}
              onClear={() => setFilter({ ...filter, states: [], team: null })}
            />
          ) : (
            <JobsTable rows={query.data.rows} onChanged={list.put} />
          )}
          <More list={query.data} more={list.more} />
        </>
      )}
    </>
  );
}

function NewJobButton() {
  return (
    <Button variant="primary" component={(props) => <Link {...props} to="/jobs/new" />}>
      {t('jobs.newJob')}
    </Button>
  );
}

function NewRows({ list, onShow }: { list: JobList; onShow: () => void }) {
  if (list.waiting.length === 0) return null;
  return (
    <Button variant="secondary" className="gh-new-rows" onClick={onShow} data-testid="new-rows">
      {list.behind ? t('jobs.new.many') : tn('jobs.new', list.waiting.length)}
    </Button>
  );
}

function NoJobs({ filter, onClear }: { filter: JobFilter; onClear: () => void }) {
  if (filter.states.length > 0 || filter.team !== null) {
    return (
      <Empty
        title={t('jobs.emptyFilter.title')}
        action={
          <Button variant="secondary" onClick={onClear}>
            {t('jobs.emptyFilter.clear')}
          </Button>
        }
      >
        {t('jobs.emptyFilter.body')}
      </Empty>
    );
  }
  const titles = {
    mine: t('jobs.empty.title'),
    team: t('jobs.emptyTeam.title'),
    all: t('jobs.emptyAll.title'),
  };
  return (
    <Empty title={titles[filter.scope]} action={<NewJobButton />}>
      {t('jobs.empty.body')}
    </Empty>
  );
}

function More({ list, more }: { list: JobList; more: ReturnType<typeof useJobList>['more'] }) {
  if (list.rows.length === 0) return null;
  const { next } = list;
  if (next === null) return <p className="gh-quiet gh-more">{t('jobs.end')}</p>;
  return (
    <div className="gh-more">
      {more.isError && (
        <Alert isInline variant="danger" title={t('state.failed', { what: t('what.jobs') })}>
          {problemText(more.error)}
        </Alert>
      )}
      <Button
        variant="secondary"
        isLoading={more.isPending}
        isDisabled={more.isPending}
        onClick={() => more.mutate(next)}
      >
        {more.isPending ? t('jobs.loadingMore') : t('jobs.more')}
      </Button>
    </div>
  );
}

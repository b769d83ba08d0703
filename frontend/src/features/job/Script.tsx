import { Card, CardBody, CardTitle, ExpandableSection } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getScript, scriptUrl } from '@/api/calls';
import type { Job } from '@/api/types';
import { actionsOf } from '@/components/actions';
import { t } from '@/components/messages';
import { Failed, Loading } from '@/components/PageStates';

/** Fetched when it is asked for; who may not read it is told why. */
export function Script({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.script')}</CardTitle>
      <CardBody>
        {actionsOf(job).openScript ? (
          <ExpandableSection
            toggleText={t(open ? 'job.script.hide' : 'job.script.show')}
            isExpanded={open}
            onToggle={(_event, expanded) => setOpen(expanded)}
          >
            {open && <ScriptText id={job.id} />}
          </ExpandableSection>
        ) : (
          <p className="gh-quiet">{t('job.script.notAllowed', { team: job.team })}</p>
        )}
      </CardBody>
    </Card>
  );
}

function ScriptText({ id }: { id: number }) {
  const script = useQuery({
    queryKey: ['script', id],
    queryFn: ({ signal }) => getScript(id, signal),
    staleTime: Infinity,
  });
  if (script.isPending) return <Loading what={t('what.script')} />;
  if (script.isError) {
    return (
      <Failed what={t('what.script')} error={script.error} onRetry={() => void script.refetch()} />
    );
  }
  return (
    <>
      <pre className="gh-script" data-testid="script">
        {script.data}
      </pre>
      <a href={scriptUrl(id)} download>
        {t('job.script.download')}
      </a>
    </>
  );
}

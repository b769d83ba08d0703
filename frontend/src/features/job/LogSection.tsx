import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { Job } from '@/api/types';
import { actionsOf } from '@/components/actions';
import { t } from '@/components/messages';
import { isLive } from '@/components/states';

const NOWHERE = '/dev/null';

/** The log, or in a sentence why there is none to see. */
export function LogSection({ job, renderLog }: { job: Job; renderLog: (job: Job) => ReactNode }) {
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('job.log')}</CardTitle>
      <CardBody>{logOf(job, renderLog)}</CardBody>
    </Card>
  );
}

function logOf(job: Job, renderLog: (job: Job) => ReactNode): ReactNode {
  if (job.attempts.length === 0) {
    return <p className="gh-quiet">{t(isLive(job.state) ? 'job.log.notYet' : 'job.log.never')}</p>;
  }
  if (job.attempts.every((attempt) => attempt.endedAt != null && attempt.startedAt == null)) {
    return <p className="gh-quiet">{t('job.log.never')}</p>;
  }
  if (!actionsOf(job).openLog) {
    return <p className="gh-quiet">{t('job.log.notAllowed', { team: job.team })}</p>;
  }
  if (job.request.stdout === NOWHERE && job.request.stderr === NOWHERE) {
    return <p className="gh-quiet">{t('log.nowhere')}</p>;
  }
  return renderLog(job);
}

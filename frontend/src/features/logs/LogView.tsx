import { Alert, AlertActionLink, Button, Switch } from '@patternfly/react-core';
import { useRef } from 'react';
import { logUrl } from '@/api/calls';
import type { LogStreamName } from '@/api/types';
import { bytesText } from '@/components/format';
import { t, tn } from '@/components/messages';
import type { LogStatus } from './logStream';
import { LogSearch } from './LogSearch';
import { useLog } from './useLog';
import '@xterm/xterm/css/xterm.css';

interface Props {
  jobId: number;
  stream: LogStreamName;
  attempt: number;
  whole: boolean;
  onLoadWhole: () => void;
}

export function LogView({ jobId, stream, attempt, whole, onLoadWhole }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const log = useLog(host, { jobId, stream, attempt, whole });
  const ended = log.status.kind === 'ended';
  return (
    <div className="gh-log-panel">
      <div className="gh-row">
        <span
          className={`gh-log-status gh-log-${log.status.kind}`}
          role="status"
          data-testid="log-status"
          data-status={log.status.kind}
        >
          {statusText(log.status)}
        </span>
        {!ended && (
          <Switch
            id={`follow-${stream}`}
            label={t('log.follow')}
            isChecked={log.following}
            onChange={(_event, checked) => log.setFollowing(checked)}
          />
        )}
        <LogSearch found={log.found} search={log.search} />
        <a className="gh-log-download" href={logUrl(jobId, stream, attempt)} download>
          {t('log.download')}
        </a>
      </div>
      {log.skipped > 0 && (
        <Alert
          isInline
          variant="info"
          title={t('log.skipped', { size: bytesText(log.skipped) })}
          actionLinks={<AlertActionLink onClick={onLoadWhole}>{t('log.loadAll')}</AlertActionLink>}
        />
      )}
      <div className="gh-log-frame">
        <div ref={host} className="gh-log" data-testid="log" />
        {!log.received && (log.status.kind === 'streaming' || ended) && (
          <p className="gh-log-empty">{t(ended ? 'log.emptyEnded' : 'log.emptyLive')}</p>
        )}
        {!log.following && (
          <Button
            variant="primary"
            size="sm"
            className="gh-log-new"
            data-testid="log-new-lines"
            onClick={() => log.setFollowing(true)}
          >
            {log.newLines > 0 ? tn('log.newLines', log.newLines) : t('log.toEnd')}
          </Button>
        )}
      </div>
    </div>
  );
}

function statusText(status: LogStatus): string {
  switch (status.kind) {
    case 'waiting':
      return status.reason === ''
        ? t('log.status.waitingPlain')
        : t('log.status.waiting', { reason: status.reason });
    case 'connecting':
    case 'streaming':
    case 'reconnecting':
    case 'notAllowed':
    case 'ended':
      return t(`log.status.${status.kind}`);
  }
}

import { Alert, Button, Label, Spinner } from '@patternfly/react-core';
import type { Verdict, VerdictLine } from '@/api/types';
import { t } from '@/components/messages';
import { problemText } from '@/components/PageStates';
import { isProblem } from '@/api/problem';
import { Simulated } from '@/components/Simulated';
import { Facts } from './Facts';
import { Findings } from './Findings';
import { SessionEnded } from './SessionEnded';
import type { Reading } from './useReading';

interface Props {
  reading: Reading;
  onJump: (line: number, column: number | null) => void;
}

/** How the script is read, beside it, while one types. */
export function ReadBack({ reading, onJump }: Props) {
  const { verdict, error } = reading;
  return (
    <section className="gh-readback" aria-label={t('read.title')} data-testid="readback">
      <div className="gh-row gh-readback-head">
        <h2>{t('read.title')}</h2>
        {reading.reading && (
          <span className="gh-quiet" role="status">
            <Spinner size="sm" aria-hidden /> {t('read.reading')}
          </span>
        )}
      </div>
      {error !== null && <NotRead error={error} onRetry={reading.retry} />}
      {verdict === null && !reading.reading && error === null && (
        <p className="gh-quiet">{t('read.empty')}</p>
      )}
      {verdict !== null && <VerdictView verdict={verdict} onJump={onJump} />}
    </section>
  );
}

function NotRead({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isProblem(error, 401)) return <SessionEnded testId="read-session-ended" />;
  return (
    <Alert
      isInline
      variant="warning"
      title={t('read.failed')}
      actionLinks={
        <Button variant="link" isInline onClick={onRetry}>
          {t('state.retry')}
        </Button>
      }
    >
      {problemText(error)}
    </Alert>
  );
}

function VerdictView({ verdict, onJump }: { verdict: Verdict; onJump: Props['onJump'] }) {
  return (
    <>
      <div className="gh-verdict" data-testid="verdict" data-accepted={verdict.accepted}>
        <Label status={verdict.accepted ? 'success' : 'danger'}>
          {t(verdict.accepted ? 'read.accepted' : 'read.refused')}
        </Label>
        <span className="gh-quiet">
          {verdict.pool} <Simulated when={verdict.simulated} />
        </span>
        {verdict.summary != null && (
          <p className="gh-break gh-summary" data-testid="summary">
            {verdict.summary}
          </p>
        )}
      </div>
      {verdict.request != null && <Facts request={verdict.request} />}
      {verdict.slurmWouldRefuse != null && (
        <Alert isInline variant="warning" title={t('read.slurm')} data-testid="slurm-would-refuse">
          {verdict.slurmWouldRefuse}
        </Alert>
      )}
      <Findings findings={verdict.findings} onJump={onJump} />
      <h3>{t('read.lines')}</h3>
      {verdict.lines.length === 0 ? (
        <p className="gh-quiet">{t('read.noLines')}</p>
      ) : (
        <ul className="gh-lines">
          {verdict.lines.map((line) => (
            <Line
              key={`${line.line}:${line.column}:${line.option ?? ''}`}
              line={line}
              onJump={onJump}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ line, onJump }: { line: VerdictLine; onJump: Props['onJump'] }) {
  return (
    <li className={`gh-line gh-outcome-${line.outcome}`} data-testid={`line-${line.line}`}>
      <button
        type="button"
        className="gh-line-number"
        aria-label={t('read.line', { line: line.line })}
        onClick={() => onJump(line.line, line.column)}
      >
        {line.line}
      </button>
      <div>
        <code className="gh-mono gh-break">{line.text}</code>
        <div>
          {line.outcome !== 'APPLIED' && (
            <span className="gh-outcome">{t(`read.outcome.${line.outcome}`)}: </span>
          )}
          {line.explanation}
        </div>
      </div>
    </li>
  );
}

import { Alert, Button } from '@patternfly/react-core';
import { isProblem } from '@/api/problem';
import type { Pool } from '@/api/types';
import { bytesText } from '@/components/format';
import { FreeGpusList } from '@/components/FreeGpusList';
import { t, tn } from '@/components/messages';
import { problemText } from '@/components/PageStates';
import { splitArgs } from './args';
import type { Draft } from './draft';
import { Findings } from './Findings';
import { MOST_BYTES } from './readFile';
import { SessionEnded } from './SessionEnded';
import type { Reading } from './useReading';

interface Props {
  draft: Draft;
  reading: Reading;
  pools: readonly Pool[];
  pending: boolean;
  error: unknown;
  onSubmit: () => void;
  onJump: (line: number, column: number | null) => void;
}

/** The button, and beside it what is free and what stands in the way. */
export function SubmitBar({ draft, reading, pools, pending, error, onSubmit, onJump }: Props) {
  const size = new TextEncoder().encode(draft.script).length;
  const tooLarge = size > MOST_BYTES;
  const errors = (reading.verdict?.findings ?? []).filter(({ severity }) => severity === 'ERROR');
  const chosen = pools.filter((pool) =>
    draft.pool === '' ? pool.default : pool.name === draft.pool,
  );
  const blocked = draft.script === '' || tooLarge || splitArgs(draft.args) === null;
  return (
    <div className="gh-submit-bar">
      <div className="gh-row">
        <Button
          variant="primary"
          size="lg"
          isLoading={pending}
          isDisabled={blocked || pending}
          onClick={onSubmit}
        >
          {t(pending ? 'submit.working' : 'submit.button')}
        </Button>
        <div className="gh-submit-free">
          <span className="gh-quiet">{t('submit.freeFor')}</span>
          <FreeGpusList pools={chosen.length > 0 ? chosen : pools} compact />
        </div>
      </div>
      {errors.length > 0 && !reading.reading && error === null && (
        <p className="gh-quiet">{tn('submit.errors', errors.length)}</p>
      )}
      {tooLarge && (
        <Alert isInline variant="danger" title={t('submit.tooLarge', { size: bytesText(size) })} />
      )}
      {error !== null && <Refusal error={error} shown={reading} onJump={onJump} />}
    </div>
  );
}

interface RefusalProps {
  error: unknown;
  shown: Reading;
  onJump: Props['onJump'];
}

function Refusal({ error, shown, onJump }: RefusalProps) {
  if (isProblem(error, 401)) return <SessionEnded testId="submit-refused" />;
  const verdict = isProblem(error) ? error.verdict : null;
  if (verdict === null) {
    return (
      <Alert isInline variant="danger" title={t('submit.failed')} data-testid="submit-refused">
        {problemText(error)}
      </Alert>
    );
  }
  // The read-back below says the same as a rule; where it does not (yet), the findings are said here.
  const same = JSON.stringify(shown.verdict?.findings) === JSON.stringify(verdict.findings);
  return (
    <>
      <Alert isInline variant="danger" title={t('submit.refused')} data-testid="submit-refused">
        {t('submit.refusedBody')}
      </Alert>
      {!same && <Findings findings={verdict.findings} onJump={onJump} />}
    </>
  );
}

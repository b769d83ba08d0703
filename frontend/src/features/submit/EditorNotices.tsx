import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core';
import { t } from '@/components/messages';
import { hasCarriageReturns } from './editor/lineEnds';
import type { useReplacing } from './useReplacing';

interface Props {
  script: string;
  /** Whether the draft outlives a reload. */
  kept: boolean;
  replacing: ReturnType<typeof useReplacing>;
}

/** What must be known of the text in the editor, and can be done about it. */
export function EditorNotices({ script, kept, replacing }: Props) {
  const { problem, bringBack, forgetBefore } = replacing;
  return (
    <>
      {problem !== null && <Alert isInline variant="danger" title={problem} />}
      {bringBack !== null && (
        <Alert
          isInline
          variant="info"
          title={t('submit.replaced')}
          data-testid="replaced"
          actionClose={<AlertActionCloseButton onClose={forgetBefore} />}
          actionLinks={
            <AlertActionLink onClick={bringBack}>{t('submit.replaced.back')}</AlertActionLink>
          }
        />
      )}
      {!kept && <Alert isInline isPlain variant="warning" title={t('submit.draftNotKept')} />}
      {hasCarriageReturns(script) && (
        <Alert isInline isPlain variant="info" title={t('submit.crlf')} data-testid="crlf-notice" />
      )}
    </>
  );
}

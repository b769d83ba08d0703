import { Alert, Button, type AlertProps } from '@patternfly/react-core';
import type { Finding } from '@/api/types';
import { t } from '@/components/messages';
import { worstFirst } from './marks';

const VARIANT: Record<Finding['severity'], NonNullable<AlertProps['variant']>> = {
  ERROR: 'danger',
  WARNING: 'warning',
  NOTICE: 'info',
};

interface Props {
  findings: readonly Finding[];
  onJump: (line: number, column: number | null) => void;
}

export function Findings({ findings, onJump }: Props) {
  if (findings.length === 0) return null;
  return (
    <div className="gh-findings" data-testid="findings">
      {worstFirst(findings).map((finding, index) => (
        <Alert
          key={`${finding.code}:${finding.line ?? 0}:${index}`}
          isInline
          variant={VARIANT[finding.severity]}
          title={finding.message}
          data-testid={`finding-${finding.code}`}
          data-severity={finding.severity}
          {...(finding.line == null
            ? {}
            : {
                actionLinks: (
                  <Button
                    variant="link"
                    isInline
                    onClick={() => onJump(finding.line ?? 1, finding.column ?? null)}
                  >
                    {placeOf(finding)}
                  </Button>
                ),
              })}
        >
          {finding.line == null && finding.option != null && (
            <div>{t('read.option', { option: finding.option })}</div>
          )}
          {finding.hint != null && <div className="gh-break">{finding.hint}</div>}
        </Alert>
      ))}
    </div>
  );
}

function placeOf({ line, column }: Finding): string {
  if (column == null) return t('read.atLine', { line: line ?? 1 });
  return t('read.at', { line: line ?? 1, column });
}

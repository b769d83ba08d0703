import { Tooltip } from '@patternfly/react-core';
import { t } from './messages';

/** Stands wherever a simulated pool or node is named. */
export function Simulated({ when }: { when: boolean }) {
  if (!when) return null;
  return (
    <Tooltip content={t('simulated.why')}>
      <span className="gh-simulated" data-testid="simulated">
        {t('simulated.label')}
      </span>
    </Tooltip>
  );
}

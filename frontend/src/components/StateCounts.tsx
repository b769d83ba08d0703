import type { JobState } from '@/api/types';
import { t } from './messages';
import { JOB_STATES, jobLook } from './states';
import './states.css';

interface Props {
  counts: Readonly<Record<string, number>>;
  chosen: readonly JobState[];
  label: string;
  testId: string;
  onChoose: (chosen: JobState[]) => void;
}

/** How many there are in each state; a press chooses a state, another one lets it go. */
export function StateCounts({ counts, chosen, label, testId, onChoose }: Props) {
  const some = JOB_STATES.filter((state) => (counts[state] ?? 0) > 0 || chosen.includes(state));
  if (some.length === 0) return null;
  const toggled = (state: JobState) =>
    chosen.includes(state) ? chosen.filter((other) => other !== state) : [...chosen, state];
  return (
    <div className="gh-counts" role="group" aria-label={label} data-testid={testId}>
      {some.map((state) => {
        const look = jobLook({ state });
        return (
          <button
            key={state}
            type="button"
            className={`gh-state gh-count gh-tone-${look.tone}`}
            aria-pressed={chosen.includes(state)}
            data-state={state}
            onClick={() => onChoose(toggled(state))}
          >
            {look.word} <strong>{counts[state] ?? 0}</strong>
          </button>
        );
      })}
      {chosen.length > 0 && (
        <button type="button" className="gh-state gh-count" onClick={() => onChoose([])}>
          {t('jobs.filter.clear')}
        </button>
      )}
    </div>
  );
}

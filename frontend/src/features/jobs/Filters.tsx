import { FormSelect, FormSelectOption, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import type { JobFilter } from '@/api/calls';
import { teamsQuery } from '@/api/queries';
import type { JobState, Scope } from '@/api/types';
import { t, type MessageKey } from '@/components/messages';
import { jobLook, JOB_STATES } from '@/components/states';

const SCOPES: readonly Scope[] = ['mine', 'team', 'all'];

interface Props {
  filter: JobFilter & { states: JobState[] };
  counts: Record<string, number>;
  onChange: (filter: JobFilter) => void;
}

export function Filters({ filter, counts, onChange }: Props) {
  return (
    <div className="gh-filters">
      <div className="gh-row">
        <ToggleGroup aria-label={t('jobs.scope')}>
          {SCOPES.map((scope) => (
            <ToggleGroupItem
              key={scope}
              text={t(`jobs.scope.${scope}` satisfies MessageKey)}
              buttonId={`scope-${scope}`}
              isSelected={filter.scope === scope}
              onChange={() => onChange({ ...filter, scope })}
            />
          ))}
        </ToggleGroup>
        <TeamFilter filter={filter} onChange={onChange} />
      </div>
      <Counts filter={filter} counts={counts} onChange={onChange} />
    </div>
  );
}

function TeamFilter({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const teams = useQuery(teamsQuery);
  const paths = (teams.data ?? []).map((team) => team.path);
  if (filter.team !== null && !paths.includes(filter.team)) paths.push(filter.team);
  if (paths.length < 2 && filter.team === null) return null;
  return (
    <FormSelect
      className="gh-team-filter"
      aria-label={t('jobs.team')}
      value={filter.team ?? ''}
      onChange={(_event, value) => onChange({ ...filter, team: value === '' ? null : value })}
    >
      <FormSelectOption value="" label={t('jobs.team.all')} />
      {paths.map((path) => (
        <FormSelectOption key={path} value={path} label={path} />
      ))}
    </FormSelect>
  );
}

function Counts({ filter, counts, onChange }: Props) {
  const some = JOB_STATES.filter(
    (state) => (counts[state] ?? 0) > 0 || filter.states.includes(state),
  );
  if (some.length === 0) return null;
  const toggled = (state: JobState) =>
    filter.states.includes(state)
      ? filter.states.filter((other) => other !== state)
      : [...filter.states, state];
  return (
    <div
      className="gh-counts"
      role="group"
      aria-label={t('jobs.counts')}
      data-testid="state-counts"
    >
      {some.map((state) => {
        const look = jobLook({ state });
        return (
          <button
            key={state}
            type="button"
            className={`gh-state gh-count gh-tone-${look.tone}`}
            aria-pressed={filter.states.includes(state)}
            data-state={state}
            onClick={() => onChange({ ...filter, states: toggled(state) })}
          >
            {look.word} <strong>{counts[state] ?? 0}</strong>
          </button>
        );
      })}
      {filter.states.length > 0 && (
        <button
          type="button"
          className="gh-state gh-count"
          onClick={() => onChange({ ...filter, states: [] })}
        >
          {t('jobs.filter.clear')}
        </button>
      )}
    </div>
  );
}

import { FormSelect, FormSelectOption, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import type { JobFilter } from '@/api/calls';
import { teamsQuery } from '@/api/queries';
import type { JobState, Scope } from '@/api/types';
import { t, type MessageKey } from '@/components/messages';
import { StateCounts } from '@/components/StateCounts';

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
      <StateCounts
        counts={counts}
        chosen={filter.states}
        label={t('jobs.counts')}
        testId="state-counts"
        onChoose={(states) => onChange({ ...filter, states })}
      />
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

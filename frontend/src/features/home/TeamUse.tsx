import { Progress, ProgressMeasureLocation } from '@patternfly/react-core';
import type { Team } from '@/api/types';
import { t, tn } from '@/components/messages';

/** How much of its cap each of my teams has running. */
export function TeamUse({ teams }: { teams: readonly Team[] }) {
  const mine = teams.filter((team) => team.member || team.admin);
  if (mine.length === 0) return <p>{t('user.noTeams')}</p>;
  return (
    <div className="gh-free">
      {mine.map(({ path, gpuCap, gpusRunning }) =>
        gpuCap == null ? (
          <div key={path} className="gh-break">
            {path}: {tn('home.teamNoCap', gpusRunning)}
          </div>
        ) : (
          <Progress
            key={path}
            size="sm"
            title={path}
            value={gpusRunning}
            max={gpuCap}
            label={t('home.teamUse', { running: gpusRunning, cap: gpuCap })}
            valueText={t('home.teamUse', { running: gpusRunning, cap: gpuCap })}
            measureLocation={ProgressMeasureLocation.top}
          />
        ),
      )}
    </div>
  );
}

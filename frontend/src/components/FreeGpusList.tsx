import { Progress, ProgressMeasureLocation } from '@patternfly/react-core';
import type { Pool } from '@/api/types';
import { freeGpusByType } from './freeGpus';
import { t } from './messages';
import { Simulated } from './Simulated';

interface Props {
  pools: readonly Pool[];
  compact?: boolean;
  /** False where the pool's name stands above already. */
  named?: boolean;
}

/** Free GPUs by type, a pool at a time: GPUs of two pools do not add up for one job. */
export function FreeGpusList({ pools, compact = false, named = true }: Props) {
  const withGpus = pools.filter((pool) => pool.nodes.some((node) => node.gpus.length > 0));
  if (withGpus.length === 0) return <p>{t('gpus.noneHere')}</p>;
  return (
    <div data-testid="free-gpus">
      {withGpus.map((pool) => (
        <div key={pool.name} className={compact ? 'gh-free-compact' : 'gh-free'}>
          {named && (
            <div className="gh-free-pool">
              {pool.name} <Simulated when={pool.simulated} />
            </div>
          )}
          {freeGpusByType([pool]).map(({ type, free, total }) =>
            compact ? (
              <span key={type} className="gh-free-item">
                <strong>{type}</strong> {t('gpus.freeOf', { free, total })}
              </span>
            ) : (
              <Progress
                key={type}
                size="sm"
                title={type}
                value={free}
                max={total}
                label={t('gpus.freeOf', { free, total })}
                measureLocation={ProgressMeasureLocation.top}
                valueText={t('gpus.freeOf', { free, total })}
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

import { Card, CardBody, CardTitle, Label } from '@patternfly/react-core';
import type { Pool } from '@/api/types';
import { durationText } from '@/components/format';
import { FreeGpusList } from '@/components/FreeGpusList';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { NodeCard } from './NodeCard';
import './resources.css';

const isolationText = {
  person: 'resources.isolation.person',
  sandbox: 'resources.isolation.sandbox',
  'single-person': 'resources.isolation.single',
} as const;

export function PoolCard({ pool }: { pool: Pool }) {
  return (
    <Card className="gh-pool" data-testid={`pool-${pool.name}`}>
      <CardTitle component="h2">
        <span className="gh-row">
          {pool.name}
          <Simulated when={pool.simulated} />
          {pool.default && <Label isCompact>{t('resources.default')}</Label>}
          <span className="gh-quiet gh-pool-kind">{t('resources.kind', { kind: pool.kind })}</span>
        </span>
      </CardTitle>
      <CardBody>
        <p className="gh-quiet">
          {t(isolationText[pool.isolation])}{' '}
          {pool.partitions.length > 0 && (
            <>
              {t('resources.partitions')}:{' '}
              {pool.partitions
                .map((partition) =>
                  t('resources.partition', {
                    name: partition.name,
                    default: durationText(partition.defaultTimeSeconds),
                    max: durationText(partition.maxTimeSeconds),
                  }),
                )
                .join('; ')}
              .
            </>
          )}
        </p>
        {pool.notices.length > 0 && <p className="gh-quiet">{pool.notices.join(' ')}</p>}
        <FreeGpusList pools={[pool]} compact named={false} />
        {pool.nodes.length === 0 ? (
          <p className="gh-gap-above">{t('resources.noNodes')}</p>
        ) : (
          <ul className="gh-nodes" aria-label={t('resources.nodeTable', { pool: pool.name })}>
            {pool.nodes.map((node) => (
              <NodeCard key={node.name} node={node} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

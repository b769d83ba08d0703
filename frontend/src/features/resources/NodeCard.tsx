import { Tooltip } from '@patternfly/react-core';
import { Link } from 'react-router';
import type { Gpu, PoolNode } from '@/api/types';
import { takesWork } from '@/components/freeGpus';
import { mebibytesText } from '@/components/format';
import { t } from '@/components/messages';
import { Simulated } from '@/components/Simulated';
import { NodeStateLabel } from '@/components/StateLabel';

export function NodeCard({ node }: { node: PoolNode }) {
  return (
    <li className="gh-node" data-testid={`node-${node.name}`}>
      <div className="gh-row">
        <strong className="gh-break">{node.name}</strong>
        <NodeStateLabel state={node.state} />
        <Simulated when={node.simulated} />
        <span className="gh-quiet">{node.partitions.join(', ')}</span>
      </div>
      <GpuSquares gpus={node.gpus} usable={takesWork(node.state)} />
      <Use name={t('resources.cpus')} free={node.cpusFree} total={node.cpus} text={String} />
      <Use
        name={t('resources.memory')}
        free={node.memoryFreeMiB}
        total={node.memoryMiB}
        text={mebibytesText}
      />
    </li>
  );
}

function GpuSquares({ gpus, usable }: { gpus: readonly Gpu[]; usable: boolean }) {
  if (gpus.length === 0) return <div className="gh-quiet">{t('resources.noGpus')}</div>;
  const types = [...new Set(gpus.map((gpu) => gpu.type))];
  return (
    <div className="gh-gpus">
      {types.map((type) => (
        <span key={type} className="gh-gpus">
          {gpus
            .filter((gpu) => gpu.type === type)
            .map((gpu) => (
              <GpuSquare key={gpu.index} gpu={gpu} usable={usable} />
            ))}
          <span className="gh-quiet">{type}</span>
        </span>
      ))}
    </div>
  );
}

function GpuSquare({ gpu, usable }: { gpu: Gpu; usable: boolean }) {
  const { index, type, free, jobId } = gpu;
  if (free) {
    const text = t(usable ? 'resources.gpuFree' : 'resources.gpuOut', { index, type });
    return <Square className={usable ? 'gh-gpu-free' : 'gh-gpu-out'} text={text} index={index} />;
  }
  if (jobId == null) {
    const text = t('resources.gpuUsed', { index, type });
    return <Square className="gh-gpu-used" text={text} index={index} />;
  }
  const text = t('resources.gpuUsedBy', { index, type, job: jobId });
  return (
    <Tooltip content={text}>
      <Link className="gh-gpu gh-gpu-used" to={`/jobs/${jobId}`} aria-label={text}>
        {index}
      </Link>
    </Tooltip>
  );
}

function Square({ className, text, index }: { className: string; text: string; index: number }) {
  return (
    <Tooltip content={text}>
      <span className={`gh-gpu ${className}`} role="img" aria-label={text}>
        {index}
      </span>
    </Tooltip>
  );
}

interface UseProps {
  name: string;
  free: number;
  total: number;
  text: (amount: number) => string;
}

function Use({ name, free, total, text }: UseProps) {
  const sentence = t('resources.free', { free: text(free), total: text(total) });
  return (
    <div className="gh-use">
      <span>{name}</span>
      <meter
        className="gh-meter"
        min={0}
        max={total}
        value={total - free}
        aria-label={`${name}: ${sentence}`}
      />
      <span className="gh-quiet">{sentence}</span>
    </div>
  );
}

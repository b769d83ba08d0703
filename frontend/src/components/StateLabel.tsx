import { Tooltip } from '@patternfly/react-core';
import {
  BanIcon,
  CheckIcon,
  ClockIcon,
  HourglassHalfIcon,
  LinkIcon,
  LockIcon,
  MemoryIcon,
  PlayIcon,
  QuestionCircleIcon,
  StopIcon,
  SyncAltIcon,
  TimesIcon,
  UndoIcon,
  UnlinkIcon,
} from '@patternfly/react-icons';
import type { ComponentType } from 'react';
import { jobLook, nodeLook, type StateFacts, type StateIcon } from './states';
import type { NodeState } from '@/api/types';
import './states.css';

const ICONS: Record<StateIcon, ComponentType> = {
  lock: LockIcon,
  clock: ClockIcon,
  ring: SyncAltIcon,
  play: PlayIcon,
  finishing: PlayIcon,
  back: UndoIcon,
  tick: CheckIcon,
  cross: TimesIcon,
  hourglass: HourglassHalfIcon,
  memory: MemoryIcon,
  stop: StopIcon,
  brokenLink: UnlinkIcon,
  question: QuestionCircleIcon,
  chain: LinkIcon,
};

interface Props {
  job: StateFacts & { stateSentence?: string };
  large?: boolean;
}

/** A job's state: word, icon and colour, the sentence in the tooltip. The only place that draws one. */
export function StateLabel({ job, large = false }: Props) {
  const look = jobLook(job);
  const Icon = ICONS[look.icon];
  const label = (
    <span
      className={`gh-state gh-tone-${look.tone}${large ? ' gh-state-large' : ''}`}
      data-testid="job-state"
      data-state={job.state}
    >
      <span
        className={look.icon === 'ring' ? 'gh-state-icon gh-turning' : 'gh-state-icon'}
        aria-hidden
      >
        <Icon />
      </span>
      {look.word}
    </span>
  );
  return job.stateSentence === undefined ? (
    label
  ) : (
    <Tooltip content={job.stateSentence}>{label}</Tooltip>
  );
}

export function NodeStateLabel({ state }: { state: NodeState }) {
  const look = nodeLook(state);
  return (
    <span className={`gh-state gh-tone-node-${look.tone}`} data-testid="node-state">
      <span className="gh-state-icon" aria-hidden>
        {look.tone === 'red' ? <BanIcon /> : <span className="gh-dot" />}
      </span>
      {look.word}
    </span>
  );
}

import type { JobState, NodeState } from '@/api/types';

export type Tone =
  | 'amber'
  | 'blue'
  | 'green'
  | 'greenOutline'
  | 'purple'
  | 'slate'
  | 'grey'
  | 'red'
  | 'orange'
  | 'hatched';

export type StateIcon =
  | 'lock'
  | 'clock'
  | 'ring'
  | 'play'
  | 'finishing'
  | 'back'
  | 'tick'
  | 'cross'
  | 'hourglass'
  | 'memory'
  | 'stop'
  | 'brokenLink'
  | 'question'
  | 'chain';

export interface StateLook {
  word: string;
  tone: Tone;
  icon: StateIcon;
  /** It may still change by itself. */
  live: boolean;
}

type Looks = Record<JobState, StateLook>;

const look = (word: string, tone: Tone, icon: StateIcon, live = false): StateLook => ({
  word,
  tone,
  icon,
  live,
});

/** Complete by type: a state that the server learns does not compile until it has a look. */
const LOOKS: Looks = {
  HELD: look('Held', 'amber', 'lock', true),
  PENDING: look('Pending', 'amber', 'clock', true),
  STARTING: look('Starting', 'blue', 'ring', true),
  RUNNING: look('Running', 'green', 'play', true),
  COMPLETING: look('Completing', 'greenOutline', 'finishing', true),
  COMPLETED: look('Completed', 'grey', 'tick'),
  FAILED: look('Failed', 'red', 'cross'),
  TIMED_OUT: look('Timed out', 'orange', 'hourglass'),
  OUT_OF_MEMORY: look('Out of memory', 'red', 'memory'),
  NODE_FAILED: look('Node failed', 'red', 'brokenLink'),
  PREEMPTED: look('Preempted', 'purple', 'back'),
  CANCELLED: look('Cancelled', 'slate', 'stop'),
  START_FAILED: look('Could not start', 'red', 'cross'),
  ENDED_UNKNOWN: look('Ended, outcome unknown', 'hatched', 'question'),
  DEPENDENCY_FAILED: look('Dependency failed', 'red', 'chain'),
  DEADLINE: look('Deadline passed', 'orange', 'hourglass'),
};

export const JOB_STATES = Object.keys(LOOKS) as JobState[];
export const LIVE_STATES = JOB_STATES.filter((state) => LOOKS[state].live);

export function isJobState(text: string): text is JobState {
  return Object.hasOwn(LOOKS, text);
}

export const stateWord = (state: JobState): string => LOOKS[state].word;

export const isLive = (state: JobState): boolean => LOOKS[state].live;

export interface StateFacts {
  state: JobState;
  exitCode?: number | null;
  signal?: number | null;
  cancelRequestedAt?: string | null;
  lastSeenAt?: string | null;
}

/** What a job shows: the state itself, or what matters more while it lasts (not reachable, being cancelled). */
export function jobLook(facts: StateFacts): StateLook {
  const base = LOOKS[facts.state];
  if (facts.lastSeenAt != null && base.live)
    return look('Not reachable', 'hatched', 'brokenLink', true);
  if (facts.cancelRequestedAt != null && base.live)
    return look('Cancelling', 'slate', 'ring', true);
  if (facts.state === 'FAILED' && facts.exitCode != null) {
    return { ...base, word: `Failed (exit ${facts.exitCode})` };
  }
  if (facts.state === 'FAILED' && facts.signal != null) {
    return { ...base, word: `Failed (signal ${facts.signal})` };
  }
  return base;
}

export interface NodeLook {
  word: string;
  tone: 'green' | 'yellow' | 'orange' | 'pink' | 'red' | 'hatched';
}

const NODE_LOOKS: Record<NodeState, NodeLook> = {
  IDLE: { word: 'Idle', tone: 'green' },
  MIXED: { word: 'Mixed', tone: 'yellow' },
  FULL: { word: 'Full', tone: 'orange' },
  DRAINING: { word: 'Draining', tone: 'pink' },
  DOWN: { word: 'Down', tone: 'red' },
  UNKNOWN: { word: 'Unknown', tone: 'hatched' },
};

export const nodeLook = (state: NodeState): NodeLook => NODE_LOOKS[state];

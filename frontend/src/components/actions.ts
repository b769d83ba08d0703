import type { JobVerb } from '@/api/calls';
import type { JobAction, JobState } from '@/api/types';
import { isLive } from './states';

export interface JobActions {
  /** 'asked': somebody asked already; asking twice is no error but helps nobody. */
  cancel: 'offer' | 'asked' | 'no';
  openLog: boolean;
  openScript: boolean;
  /** What else may be asked for, in the order of its buttons. */
  verbs: JobVerb[];
}

const VERBS: readonly JobVerb[] = ['release', 'hold', 'requeue'];

/** What a page offers for a job. The server's `actions` decide; nothing here widens them. */
export function actionsOf(job: {
  state: JobState;
  actions: readonly JobAction[];
  cancelRequestedAt?: string | null;
}): JobActions {
  const may = (action: JobAction) => job.actions.includes(action);
  return {
    cancel: cancelOf(may('cancel'), job.cancelRequestedAt != null && isLive(job.state)),
    openLog: may('log'),
    openScript: may('script'),
    verbs: VERBS.filter(may),
  };
}

function cancelOf(may: boolean, asked: boolean): JobActions['cancel'] {
  if (asked) return 'asked';
  return may ? 'offer' : 'no';
}

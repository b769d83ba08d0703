import { forget, readStored, store } from '@/components/storage';
import type { Submission } from '@/api/types';
import { splitArgs } from './args';

/** Choices beside the script; empty means "as the script says". */
export interface Choices {
  team: string;
  pool: string;
  partition: string;
  time: string;
}

export interface Draft extends Choices {
  /** As read, line ends and all: what is sent. */
  script: string;
  fileName: string;
  args: string;
  name: string;
}

export const EMPTY_CHOICES: Choices = { team: '', pool: '', partition: '', time: '' };

const draftKey = (username: string) => `gatehouse.draft.${username}`;
const choicesKey = (username: string) => `gatehouse.choices.${username}`;

function emptyDraft(choices: Choices): Draft {
  return { ...choices, script: '', fileName: '', args: '', name: '' };
}

/** Takes from `stored` what is text under a known name; the rest may be of another version. */
function pick<T extends object>(stored: unknown, base: T): T {
  if (typeof stored !== 'object' || stored === null) return base;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(base, name) && typeof value === 'string',
  );
  return { ...base, ...Object.fromEntries(known) };
}

export function loadDraft(username: string): Draft {
  const choices = pick(readStored(choicesKey(username)), EMPTY_CHOICES);
  return pick(readStored(draftKey(username)), emptyDraft(choices));
}

/** False when the draft is too large to be kept. */
export function saveDraft(username: string, draft: Draft): boolean {
  return store(draftKey(username), draft);
}

/** After a submit: the script goes, the choices stay for the next one. */
export function submitted(username: string, draft: Draft): void {
  const { team, pool, partition, time } = draft;
  store(choicesKey(username), { team, pool, partition, time });
  forget(draftKey(username));
}

export function startOver(username: string): Draft {
  forget(draftKey(username));
  return loadDraft(username);
}

export function submissionOf(draft: Draft): Submission {
  const named: [string, string][] = [
    ['account', draft.team],
    ['partition', draft.partition],
    ['time', draft.time.trim()],
    ['job-name', draft.name.trim()],
  ];
  const options = Object.fromEntries(named.filter(([, value]) => value !== ''));
  const args = splitArgs(draft.args);
  return {
    script: draft.script,
    ...(draft.fileName.trim() === '' ? {} : { fileName: draft.fileName.trim() }),
    ...(draft.pool === '' ? {} : { pool: draft.pool }),
    ...(args === null || args.length === 0 ? {} : { args }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

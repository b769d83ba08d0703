import type { JobRequest } from '@/api/types';
import { durationText } from '@/components/format';
import { t, type MessageKey } from '@/components/messages';

/** One thing that is asked for beside GPUs and time: a text, or a point in time. */
export interface Fact {
  name:
    | 'array'
    | 'held'
    | 'begin'
    | 'deadline'
    | 'dependency'
    | 'constraint'
    | 'nodelist'
    | 'exclude'
    | 'exclusive'
    | 'signal'
    | 'requeue';
  text?: string;
  at?: string;
}

/** The numbers that Linux gives them. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'HUP',
  2: 'INT',
  3: 'QUIT',
  9: 'KILL',
  10: 'USR1',
  12: 'USR2',
  14: 'ALRM',
  15: 'TERM',
  18: 'CONT',
  19: 'STOP',
  20: 'TSTP',
  23: 'URG',
};

/** Only what differs from the usual is a fact worth a line. */
export function factsOf({ array, when, where, signal, requeue }: JobRequest): Fact[] {
  return [
    array != null && { name: 'array' as const, text: arrayText(array) },
    when.held && { name: 'held' as const, text: t('fact.held.value') },
    when.begin != null && { name: 'begin' as const, at: when.begin },
    when.deadline != null && { name: 'deadline' as const, at: when.deadline },
    when.dependency != null && { name: 'dependency' as const, text: when.dependency },
    where.constraint != null && { name: 'constraint' as const, text: where.constraint },
    where.nodelist.length > 0 && { name: 'nodelist' as const, text: where.nodelist.join(', ') },
    where.exclude.length > 0 && { name: 'exclude' as const, text: where.exclude.join(', ') },
    where.exclusive && { name: 'exclusive' as const, text: t('fact.exclusive.value') },
    signal != null && { name: 'signal' as const, text: signalText(signal) },
    !requeue && { name: 'requeue' as const, text: t('fact.requeue.no') },
  ].filter((fact) => fact !== false);
}

function arrayText({ tasks, indices, atOnce }: NonNullable<JobRequest['array']>): string {
  return atOnce == null
    ? t('fact.array.all', { tasks, indices })
    : t('fact.array.atOnce', { tasks, indices, atOnce });
}

function signalText({
  number,
  scriptOnly,
  beforeSeconds,
}: NonNullable<JobRequest['signal']>): string {
  const key: MessageKey = scriptOnly ? 'fact.signal.script' : 'fact.signal.steps';
  const signal = SIGNALS[number] ?? String(number);
  return t(key, { signal, before: durationText(beforeSeconds) });
}

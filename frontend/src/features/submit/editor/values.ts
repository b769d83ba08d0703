import { gpuTypesOf } from '@/components/freeGpus';
import { durationText } from '@/components/format';
import { t } from '@/components/messages';
import type { Pool } from '@/api/types';
import type { Argument, SbatchOption, SbatchOptionName } from './options';

/** What the page knows of the places and teams; completion offers nothing that is not there. */
export interface Known {
  pool: Pool | null;
  teams: readonly string[];
}

export interface Value {
  text: string;
  says?: string;
}

interface Values {
  values: Value[];
  /** What parts the items of a list; null where the value is one. */
  separators: RegExp | null;
}

const plain = (...texts: string[]): Value[] => texts.map((text) => ({ text }));
const single = (values: Value[]): Values => ({ values, separators: null });
const list = (values: Value[], separators = /,/): Values => ({ values, separators });

const BY_ARGUMENT: Partial<Record<Argument, (known: Known) => Values>> = {
  GRES: (known) => gpuValues(known, 'gpu:'),
  GPUS: (known) => gpuValues(known, ''),
  TIME: timeValues,
  OPEN_MODE: () => single(plain('append', 'truncate')),
  YES_NO: () => single(plain('yes', 'no')),
  HINT: () => single(plain('compute_bound', 'memory_bound', 'multithread', 'nomultithread')),
  EXCLUSIVE: () => single(plain('user')),
  MAIL: () =>
    list(plain('NONE', 'BEGIN', 'END', 'FAIL', 'REQUEUE', 'ALL', 'TIME_LIMIT', 'ARRAY_TASKS')),
  SIGNAL: () => single([{ text: 'B:USR1@600', says: t('sbatch.value.signal') }]),
  MEMORY: () => single(plain('4G', '16G', '32G', '64G', '128G')),
  WHEN: () =>
    single([
      { text: 'now+1hour', says: t('sbatch.value.inAnHour') },
      { text: '18:00', says: t('sbatch.value.nextSix') },
      { text: 'tomorrow', says: t('sbatch.value.tomorrow') },
    ]),
};

const BY_NAME: Partial<Record<SbatchOptionName, (known: Known) => Values>> = {
  partition: ({ pool }) =>
    list(
      (pool?.partitions ?? []).map((each) => ({
        text: each.name,
        says: t(each.default ? 'sbatch.value.partitionDefault' : 'sbatch.value.partition', {
          max: durationText(each.maxTimeSeconds),
        }),
      })),
    ),
  account: ({ teams }) => single(plain(...teams)),
  nodelist: (known) => list(nodesOf(known)),
  exclude: (known) => list(nodesOf(known)),
  array: () =>
    single([
      { text: '0-9', says: t('sbatch.value.array') },
      { text: '1-100%8', says: t('sbatch.value.arrayAtOnce') },
    ]),
  dependency: () =>
    list([
      { text: 'afterok:', says: t('sbatch.value.afterok') },
      { text: 'afterany:', says: t('sbatch.value.afterany') },
      { text: 'afternotok:', says: t('sbatch.value.afternotok') },
      { text: 'after:', says: t('sbatch.value.after') },
      { text: 'aftercorr:', says: t('sbatch.value.aftercorr') },
      { text: 'singleton', says: t('sbatch.value.singleton') },
    ]),
  export: () =>
    list([
      { text: 'ALL', says: t('sbatch.value.exportAll') },
      { text: 'NONE', says: t('sbatch.value.exportNone') },
    ]),
  output: logs,
  error: logs,
};

function logs(): Values {
  return single([
    { text: '%x-%j.out', says: t('sbatch.value.log') },
    { text: '%x-%A_%a.out', says: t('sbatch.value.logOfTask') },
  ]);
}

function nodesOf({ pool }: Known): Value[] {
  return (pool?.nodes ?? []).map(({ name, gpus }) => ({
    text: name,
    says: gpus.length === 0 ? t('gpus.none') : `${gpus.length} × ${gpus[0]?.type ?? ''}`,
  }));
}

/** `gpu:a100:` as gres has it, `a100:` as the options have it that are of GPUs anyway. */
function gpuValues({ pool }: Known, prefix: string): Values {
  const types = pool === null ? [] : gpuTypesOf(pool);
  return list([
    { text: `${prefix}1`, says: t('sbatch.value.anyGpu') },
    ...types.map(({ type, mostOnNode }) => ({
      text: `${prefix}${type}:1`,
      says: t('sbatch.value.gpusOnNode', { count: mostOnNode }),
    })),
  ]);
}

function timeValues({ pool }: Known): Values {
  const usual = [1_800, 14_400, 86_400];
  const partition = pool?.partitions.find((each) => each.default) ?? pool?.partitions[0];
  const most = partition?.maxTimeSeconds ?? null;
  const values = usual
    .filter((seconds) => most === null || seconds < most)
    .map((seconds) => ({ text: slurmTime(seconds), says: durationText(seconds) }));
  if (most !== null) values.push({ text: slurmTime(most), says: t('sbatch.value.mostTime') });
  return single(values);
}

/** 93600 is `1-02:00:00`. */
export function slurmTime(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${two((seconds % 86_400) / 3_600)}:${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
  return days === 0 ? clock : `${days}-${clock}`;
}

export function valuesOf(option: SbatchOption, known: Known): Values {
  const named = BY_NAME[option.name];
  if (named !== undefined) return named(known);
  return BY_ARGUMENT[option.argument]?.(known) ?? single([]);
}

import { common } from './common';
import { job } from './job';
import { jobs } from './jobs';
import { logs } from './logs';
import { places } from './places';
import { sbatch } from './sbatch';
import { submit } from './submit';
import { templates } from './templates';

/** All text of the pages. Another language is another object of this type. */
const catalogue = {
  ...common,
  ...jobs,
  ...job,
  ...logs,
  ...places,
  ...sbatch,
  ...submit,
  ...templates,
} as const;

type Catalogue = typeof catalogue;
export type MessageKey = keyof Catalogue;

type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;
type Params<K extends MessageKey> =
  Holes<Catalogue[K]> extends never ? [] : [params: Record<Holes<Catalogue[K]>, string | number>];

/** `t('jobs.new', { count: 3 })`; a missing parameter does not compile. */
export function t<K extends MessageKey>(key: K, ...[params]: Params<K>): string {
  const text: string = catalogue[key];
  if (params === undefined) return text;
  const values = params as Record<string, string | number>;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

type PluralStem = {
  [K in MessageKey]: K extends `${infer Stem}.other` ? Stem : never;
}[MessageKey];

/** `tn('job.attempts', 2)` takes `.one` or `.other`; both may use `{count}`. */
export function tn(stem: PluralStem, count: number): string {
  const key = `${stem}.${count === 1 ? 'one' : 'other'}` as MessageKey;
  const text: string = catalogue[key];
  return text.replaceAll('{count}', String(count));
}

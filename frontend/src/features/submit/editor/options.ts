import type { MessageKey } from '@/components/messages';
import { ROWS } from './optionTable';

/** What stands behind an option; as the server's reader has it. */
export type Argument =
  | 'NONE'
  | 'OPTIONAL'
  | 'TEXT'
  | 'COUNT'
  | 'NODES'
  | 'MEMORY'
  | 'TIME'
  | 'GPUS'
  | 'GRES'
  | 'OPEN_MODE'
  | 'SIGNAL'
  | 'WHEN'
  | 'YES_NO'
  | 'MAIL'
  | 'EXCLUSIVE'
  | 'HINT';

/** Whether it counts: everywhere, only where the pool can do it, nowhere, or is it refused. */
export type Bearing = 'honoured' | 'pool' | 'noEffect' | 'never';

export interface SbatchOption {
  name: SbatchOptionName;
  letter: string | null;
  argument: Argument;
  bearing: Bearing;
}

type NameOf<Key> = Key extends `sbatch.${infer Name}` ? Name : never;

/** The long names; the catalogue has a meaning for each. */
export type SbatchOptionName = Exclude<NameOf<MessageKey>, `${string}.${string}`>;

export const SBATCH_OPTIONS: readonly SbatchOption[] = ROWS.map(
  ([name, letter, argument, bearing]) => ({ name, letter, argument, bearing }),
);

const BY_NAME = new Map<string, SbatchOption>(SBATCH_OPTIONS.map((each) => [each.name, each]));
const BY_LETTER = new Map(
  SBATCH_OPTIONS.flatMap((each) => (each.letter === null ? [] : [[each.letter, each] as const])),
);

export function optionByName(name: string): SbatchOption | null {
  return BY_NAME.get(name) ?? null;
}

export function optionByLetter(letter: string): SbatchOption | null {
  return BY_LETTER.get(letter) ?? null;
}

/** Without its value it is no option: the next word is the value. */
export function needsValue({ argument }: SbatchOption): boolean {
  return !['NONE', 'OPTIONAL', 'EXCLUSIVE'].includes(argument);
}

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { t } from '@/components/messages';
import { directiveWords, markerLength } from './directive';
import { headerEnd } from './header';
import { needsValue, SBATCH_OPTIONS, type SbatchOption } from './options';
import { valuesOf, type Known, type Value } from './values';

/** What stands before the pointer in a directive, and so what may follow. */
type Spot =
  | { kind: 'marker'; from: number }
  | { kind: 'option'; from: number }
  | { kind: 'value'; from: number; option: SbatchOption }
  | null;

/** Options are offered in this order: what counts first, then what depends, then what changes nothing. */
const BOOST = { honoured: 2, pool: 1, noEffect: -1, never: -99 } as const;

/** `before` is the line up to the pointer; offsets count from the line's start. */
export function spotOf(before: string): Spot {
  const marker = markerLength(before);
  if (marker === 0) return /^#[A-Z]*$/.test(before) ? { kind: 'marker', from: 0 } : null;
  if (before.length === marker) return null;
  const words = directiveWords(before);
  const last = words.at(-1);
  if (last === undefined || last.to < before.length) {
    if (before.slice(last?.to ?? marker).includes('#')) return null;
    const waits = last?.option != null && last.valueFrom === null && needsValue(last.option);
    return waits && last.option !== null
      ? { kind: 'value', from: before.length, option: last.option }
      : { kind: 'option', from: before.length };
  }
  if (last.valueFrom !== null && last.option !== null) {
    return { kind: 'value', from: last.valueFrom, option: last.option };
  }
  return last.text.startsWith('-') ? { kind: 'option', from: last.from } : null;
}

export function optionCompletions(): Completion[] {
  return SBATCH_OPTIONS.filter(({ bearing }) => bearing !== 'never').flatMap((option) => {
    const glue = option.argument === 'NONE' ? '' : needsValue(option) ? '=' : '';
    const long: Completion = {
      label: `--${option.name}`,
      apply: `--${option.name}${glue}`,
      detail: detailOf(option),
      type: 'property',
      boost: BOOST[option.bearing],
      info: infoOf(option),
    };
    if (option.letter === null) return [long];
    const short: Completion = {
      ...long,
      label: `-${option.letter}`,
      apply: `-${option.letter}${needsValue(option) ? ' ' : ''}`,
      detail: `--${option.name}: ${detailOf(option)}`,
      boost: BOOST[option.bearing] - 1,
    };
    return [long, short];
  });
}

function detailOf(option: SbatchOption): string {
  return t(`sbatch.${option.name}`);
}

function infoOf(option: SbatchOption): string {
  const form = t(`sbatch.form.${option.argument}`);
  const bearing = option.bearing === 'honoured' ? '' : ` ${t(`sbatch.bearing.${option.bearing}`)}`;
  return form + bearing;
}

const valueCompletion = (value: Value, index: number): Completion => ({
  label: value.text,
  ...(value.says === undefined ? {} : { detail: value.says }),
  type: 'constant',
  boost: -index,
});

/** A list's value begins anew behind each of its separators. */
const lastItem = (value: string, separators: RegExp) =>
  value.length - (value.split(separators).at(-1)?.length ?? 0);

/** Completes `#SBATCH` lines from the server's table and from what is known of pools and teams. */
export function directiveCompletion(known: () => Known) {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    if (line.number > headerEnd(context.state)) return null;
    const before = line.text.slice(0, context.pos - line.from);
    const spot = spotOf(before);
    if (spot === null) return null;
    const from = line.from + spot.from;
    switch (spot.kind) {
      case 'marker':
        if (before === '' && !context.explicit) return null;
        return { from, options: [{ label: '#SBATCH', apply: '#SBATCH --', type: 'keyword' }] };
      case 'option':
        return { from, options: optionCompletions(), validFor: /^-{0,2}[\w-]*$/ };
      case 'value': {
        const { values, separators } = valuesOf(spot.option, known());
        if (values.length === 0) return null;
        const typed = before.slice(spot.from);
        const skip = separators === null ? 0 : lastItem(typed, separators);
        return { from: from + skip, options: values.map(valueCompletion), validFor: /^[^\s,#]*$/ };
      }
    }
  };
}

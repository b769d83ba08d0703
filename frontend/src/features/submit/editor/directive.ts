import { needsValue, optionByLetter, optionByName, type SbatchOption } from './options';

/** A piece of a directive line; offsets count from the line's start. */
export interface Part {
  kind: 'marker' | 'option' | 'unknown' | 'value';
  from: number;
  to: number;
}

/** A word of a directive, with what it is: an option, the value glued to it, or the value of the one before. */
export interface DirectiveWord {
  from: number;
  to: number;
  text: string;
  option: SbatchOption | null;
  /** Where the value starts, when it stands in this word. */
  valueFrom: number | null;
}

const MARKERS = ['#SBATCH', '#SLURM'] as const;
/** The blanks of the C locale: a no-break space is a letter like any other. */
const BLANK = /[ \t-\r]/;
const NOT_BLANK = /[^ \t-\r]/;

const withoutMark = (line: string) => (line.startsWith('\uFEFF') ? ` ${line.slice(1)}` : line);

/** How long the marker is with which a directive begins; 0 when the line is none. Only column 1 counts. */
export function markerLength(line: string): number {
  return MARKERS.find((marker) => line.startsWith(marker))?.length ?? 0;
}

export function isCommand(line: string): boolean {
  const first = NOT_BLANK.exec(withoutMark(line))?.[0];
  return first !== undefined && first !== '#';
}

/** The line of the first command, from 1: `#SBATCH` counts above it only. Infinity when there is none. */
export function firstCommand(lines: Iterable<string>): number {
  let number = 0;
  for (const line of lines) {
    number += 1;
    if (isCommand(line)) return number;
  }
  return Number.POSITIVE_INFINITY;
}

/** Split as sbatch does: quotes keep blanks together, `#` outside of them ends the directive. */
function splitWords(line: string, from: number): { from: number; to: number }[] {
  const words: { from: number; to: number }[] = [];
  let start: number | null = null;
  let quote: string | null = null;
  let at = from;
  for (; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === null && char === '#') break;
    if (quote === null && BLANK.test(char)) {
      if (start !== null) words.push({ from: start, to: at });
      start = null;
      continue;
    }
    start ??= at;
    if (char === '\\') at += 1;
    else if (char === quote) quote = null;
    else if (quote === null && (char === '"' || char === "'")) quote = char;
  }
  if (start !== null) words.push({ from: start, to: Math.min(at, line.length) });
  return words;
}

export function directiveWords(line: string): DirectiveWord[] {
  let waiting: SbatchOption | null = null;
  return splitWords(line, markerLength(line)).map(({ from, to }) => {
    const text = line.slice(from, to);
    if (waiting !== null) {
      const option: SbatchOption = waiting;
      waiting = null;
      return { from, to, text, option, valueFrom: from };
    }
    const word = optionOf(text);
    if (word.option !== null && word.valueAt === null && needsValue(word.option)) {
      waiting = word.option;
    }
    const valueFrom = word.valueAt === null ? null : from + word.valueAt;
    return { from, to, text, option: word.option, valueFrom };
  });
}

function optionOf(text: string): { option: SbatchOption | null; valueAt: number | null } {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text.slice(2) : text.slice(2, equals);
    return { option: optionByName(name), valueAt: equals === -1 ? null : equals + 1 };
  }
  if (!text.startsWith('-')) return { option: null, valueAt: null };
  const option = optionByLetter(text.charAt(1));
  const glued = option !== null && needsValue(option) && text.length > 2;
  return { option, valueAt: glued ? 2 : null };
}

/** What to colour in a line that counts. */
export function directiveParts(line: string): Part[] {
  const parts: Part[] = [{ kind: 'marker', from: 0, to: markerLength(line) }];
  for (const { from, to, option, valueFrom } of directiveWords(line)) {
    const nameTo = valueFrom ?? to;
    if (nameTo > from)
      parts.push({ kind: option === null ? 'unknown' : 'option', from, to: nameTo });
    if (valueFrom !== null && to > valueFrom) parts.push({ kind: 'value', from: valueFrom, to });
  }
  return parts;
}

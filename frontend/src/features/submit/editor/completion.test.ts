import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { pool } from '@/testing/builders';
import { directiveCompletion, spotOf } from './completion';
import { slurmTime } from './values';

const KNOWN = { pool: pool(), teams: ['vision', 'nlp'] };

/** What is offered where `|` stands, and what of the text it would replace. */
function offered(text: string, explicit = false) {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', '') });
  const result = directiveCompletion(() => KNOWN)(new CompletionContext(state, pos, explicit));
  if (result === null) return null;
  return {
    over: state.sliceDoc(result.from, pos),
    labels: result.options.map(({ label }) => label),
    options: result.options,
  };
}

test('an option is offered with its meaning and the form of its value', () => {
  const found = offered('#!/bin/bash\n#SBATCH --ti|');
  expect(found?.over).toBe('--ti');
  const time = found?.options.find(({ label }) => label === '--time');
  expect(time).toMatchObject({ apply: '--time=', detail: 'the time limit' });
  expect(time?.info).toMatch(/1:30:00/);
  expect(found?.labels).toContain('-t');
  expect(found?.labels).not.toContain('--uid');
});

test.each([
  ['#SBATCH --partition=|', '', ['gpu']],
  ['#SBATCH -p |', '', ['gpu']],
  ['#SBATCH -p g|', 'g', ['gpu']],
  ['#SBATCH -A|', '-A', null],
  ['#SBATCH --account=v|', 'v', ['vision', 'nlp']],
  ['#SBATCH --gres=gpu:|', 'gpu:', ['gpu:1', 'gpu:a100:1']],
  ['#SBATCH -G |', '', ['1', 'a100:1']],
  ['#SBATCH --mail-type=END,F|', 'F', null],
  ['#SBATCH --nodelist=|', '', ['demo-1']],
])('%s', (text, over, labels) => {
  const found = offered(text);
  expect(found?.over).toBe(over);
  if (labels !== null) expect(found?.labels).toEqual(labels);
});

test.each(['echo --ti|', '##SBATCH --ti|', 'echo\n#SBATCH --ti|', '#SBATCH # --ti|', '|'])(
  'nothing is offered in %j',
  (text) => {
    expect(offered(text)).toBeNull();
  },
);

test('the word itself is offered at the start of a line', () => {
  expect(offered('#SB|')?.labels).toEqual(['#SBATCH']);
  expect(offered('#!/bin/bash\n|', true)).toBeNull();
  expect(spotOf('#SBATCH')).toBeNull();
});

test('times are written as Slurm reads them', () => {
  expect(slurmTime(1_800)).toBe('00:30:00');
  expect(slurmTime(93_600)).toBe('1-02:00:00');
});

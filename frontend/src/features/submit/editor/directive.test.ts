import { expect, test } from 'vitest';
import { directiveParts, directiveWords, firstCommand, isCommand, markerLength } from './directive';

const parts = (line: string) =>
  directiveParts(line)
    .slice(1)
    .map(({ kind, from, to }) => `${kind}:${line.slice(from, to)}`);

test.each([
  ['#SBATCH --time=30', ['option:--time=', 'value:30']],
  ['#SBATCH --time 30', ['option:--time', 'value:30']],
  ['#SBATCH -t30 -p gpu', ['option:-t', 'value:30', 'option:-p', 'value:gpu']],
  ['#SBATCH --hold --exclusive=user', ['option:--hold', 'option:--exclusive=', 'value:user']],
  ['#SBATCH -J "two words" # why', ['option:-J', 'value:"two words"']],
  ['#SBATCH partition=x', ['unknown:partition=x']],
  ['#SBATCH --tme=3', ['unknown:--tme=', 'value:3']],
  ['#SBATCH --mem=16 GB', ['option:--mem=', 'value:16', 'unknown:GB']],
  ['#SBATCH\u00a0--time=30', ['unknown:\u00a0--time=30']],
  ['#SBATCH', []],
])('%s', (line, found) => {
  expect(parts(line)).toEqual(found);
});

test('a directive begins in column 1, as it is written', () => {
  expect(markerLength('#SBATCH --time=1')).toBe(7);
  expect(markerLength('#SLURM --time=1')).toBe(6);
  for (const line of ['##SBATCH -t1', '# SBATCH -t1', ' #SBATCH -t1', '#sbatch -t1']) {
    expect(markerLength(line)).toBe(0);
  }
});

test('the header ends at the first command, not at comments or empty lines', () => {
  expect(firstCommand(['#!/bin/bash', '', ' \t', '# note', 'echo', '#SBATCH -t1'])).toBe(5);
  expect(firstCommand(['#!/bin/bash', '#SBATCH -t1'])).toBe(Number.POSITIVE_INFINITY);
  expect(isCommand('\uFEFF#!/bin/bash')).toBe(false);
  expect(isCommand('\u00a0# a no-break space is a letter')).toBe(true);
});

test('a word knows the option it is of', () => {
  expect(directiveWords('#SBATCH -p gpu').map(({ option }) => option?.name)).toEqual([
    'partition',
    'partition',
  ]);
});

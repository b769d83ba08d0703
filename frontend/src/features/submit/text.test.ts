import { expect, test } from 'vitest';
import { splitArgs } from './args';
import { loadDraft, saveDraft, submissionOf, submitted } from './draft';
import { countLines, lineRange, offsetOf, shownText } from './editor/lineEnds';
import { findingsByLine, markedBy, worstFirst, worstOf } from './marks';
import { readTextFile } from './readFile';
import { refused } from '@/testing/builders';

test.each([
  ['', []],
  ['  a  b ', ['a', 'b']],
  [`--name "two words" 'it''s'`, ['--name', 'two words', 'its']],
  [String.raw`a\ b "say \"hi\" \n"`, ['a b', String.raw`say "hi" \n`]],
  [`""`, ['']],
  [`"open`, null],
])('arguments %s', (line, args) => {
  expect(splitArgs(line)).toEqual(args);
});

test('a file is read with nothing changed', async () => {
  const bytes = new TextEncoder().encode('\uFEFF#!/bin/bash\r\necho hi\r\n');
  const read = await readTextFile(new File([bytes], 'a.sh'));
  expect(read).toEqual({ kind: 'text', text: '\uFEFF#!/bin/bash\r\necho hi\r\n', name: 'a.sh' });
});

test('a file that is no text, or too large, is not taken', async () => {
  expect((await readTextFile(new File([new Uint8Array([0xff, 0xfe])], 'x'))).kind).toBe('notText');
  expect((await readTextFile(new File([new Uint8Array(1_000_001)], 'x'))).kind).toBe('tooLarge');
});

test('lines are counted and found as the text area shows them', () => {
  const shown = shownText('a\r\nbcd\r\ne');
  expect(shown).toBe('a\nbcd\ne');
  expect(countLines(shown)).toBe(3);
  expect(offsetOf(shown, 2, 3)).toBe(4);
  expect(offsetOf(shown, 2, 99)).toBe(5);
  expect(offsetOf(shown, 99, 1)).toBe(shown.length);
  expect(lineRange(shown, 2)).toEqual([2, 5]);
});

test('only what is set is sent', () => {
  const empty = loadDraft('alice');
  expect(submissionOf({ ...empty, script: 'x' })).toEqual({ script: 'x' });
  const all = {
    script: 'a\r\nb',
    fileName: 'a.sh',
    args: '1 2',
    name: 'n',
    team: 'vision',
    pool: 'here',
    partition: 'gpu',
    time: '1:00',
  };
  expect(submissionOf(all)).toEqual({
    script: 'a\r\nb',
    fileName: 'a.sh',
    pool: 'here',
    args: ['1', '2'],
    options: { account: 'vision', partition: 'gpu', time: '1:00', 'job-name': 'n' },
  });
});

test('a draft is one person’s; after a submit the choices stay and the script goes', () => {
  const draft = { ...loadDraft('alice'), script: 'x', team: 'vision', time: '5:00' };
  expect(saveDraft('alice', draft)).toBe(true);
  expect(loadDraft('alice')).toEqual(draft);
  expect(loadDraft('bob').script).toBe('');
  submitted('alice', draft);
  expect(loadDraft('alice')).toMatchObject({ script: '', team: 'vision', time: '5:00' });
});

test('a draft that another version wrote does no harm', () => {
  window.localStorage.setItem('gatehouse.draft.alice', '{"script":3,"fileName":"a","x":"y"}');
  expect(loadDraft('alice')).toMatchObject({ script: '', fileName: 'a' });
  window.localStorage.setItem('gatehouse.draft.alice', 'no json');
  expect(loadDraft('alice').script).toBe('');
});

test('a line bears its worst finding, and the worst is said first', () => {
  const verdict = refused();
  verdict.findings.unshift({ severity: 'NOTICE', code: 'n', message: 'n', line: 2 });
  const here = findingsByLine(verdict.findings);
  expect([...here.keys()]).toEqual([2]);
  expect(worstOf(here.get(2) ?? [])).toBe('ERROR');
  expect(worstFirst(verdict.findings)[0]?.severity).toBe('ERROR');
});

test('a line that is ignored is marked with its reason, unless a finding says it', () => {
  const ignored = {
    column: 1,
    text: '##SBATCH -t1',
    outcome: 'IGNORED' as const,
    explanation: 'a second # makes it a comment',
  };
  const verdict = refused();
  verdict.lines.push({ ...ignored, line: 2 }, { ...ignored, line: 5 });
  expect(markedBy(verdict).map(({ line, message }) => `${line ?? 0}: ${message}`)).toEqual([
    '2: The time 30m is not understood.',
    '5: ignored: a second # makes it a comment',
  ]);
  expect(markedBy(null)).toEqual([]);
});

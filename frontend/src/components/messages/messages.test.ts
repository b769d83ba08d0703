import { expect, test } from 'vitest';
import { t, tn } from './index';

test('holes are filled, also with what looks like a pattern', () => {
  expect(t('job.title', { id: 7 })).toBe('Job 7');
  expect(t('pool.notice', { pool: '$& {pool}' })).toBe('Pool $& {pool}');
});

test('one and many differ', () => {
  expect(tn('log.newLines', 1)).toBe('1 new line');
  expect(tn('log.newLines', 3)).toBe('3 new lines');
});

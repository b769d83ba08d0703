import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StateLabel } from './StateLabel';
import { isJobState, jobLook, JOB_STATES, LIVE_STATES } from './states';

test('every state has a word of its own, and none is told by colour alone', () => {
  const words = JOB_STATES.map((state) => jobLook({ state }).word);
  expect(new Set(words).size).toBe(JOB_STATES.length);
  for (const state of JOB_STATES) expect(jobLook({ state }).icon).not.toBe('');
});

test('what may still change by itself is known', () => {
  expect(LIVE_STATES).toEqual(['HELD', 'PENDING', 'STARTING', 'RUNNING', 'COMPLETING']);
});

test('the exit code stands in the word', () => {
  expect(jobLook({ state: 'FAILED', exitCode: 3 }).word).toBe('Failed (exit 3)');
  expect(jobLook({ state: 'FAILED', signal: 9 }).word).toBe('Failed (signal 9)');
});

test('cancelling and not reachable cover a live state, never an end', () => {
  const at = '2026-03-01T10:00:00Z';
  expect(jobLook({ state: 'RUNNING', cancelRequestedAt: at }).word).toBe('Cancelling');
  expect(jobLook({ state: 'CANCELLED', cancelRequestedAt: at }).word).toBe('Cancelled');
  expect(jobLook({ state: 'RUNNING', lastSeenAt: at }).tone).toBe('hatched');
  expect(jobLook({ state: 'COMPLETED', lastSeenAt: at }).word).toBe('Completed');
});

test('a word from the URL is a state only when it is one', () => {
  expect(isJobState('RUNNING')).toBe(true);
  expect(isJobState('toString')).toBe(false);
});

test.each(JOB_STATES)('%s is drawn with its word', (state) => {
  render(<StateLabel job={{ state }} />);
  expect(screen.getByText(jobLook({ state }).word)).toBeVisible();
});

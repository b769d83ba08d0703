import { expect, test } from 'vitest';
import { actionsOf } from './actions';

test('the server’s actions decide', () => {
  expect(actionsOf({ state: 'RUNNING', actions: ['cancel', 'log', 'script'] })).toEqual({
    cancel: 'offer',
    openLog: true,
    openScript: true,
    verbs: [],
  });
  expect(actionsOf({ state: 'RUNNING', actions: [] })).toEqual({
    cancel: 'no',
    openLog: false,
    openScript: false,
    verbs: [],
  });
});

test('a cancel that was asked for is shown as asked until the job ends', () => {
  const asked = { actions: ['cancel' as const], cancelRequestedAt: '2026-03-01T10:00:00Z' };
  expect(actionsOf({ state: 'RUNNING', ...asked }).cancel).toBe('asked');
  expect(actionsOf({ ...asked, state: 'CANCELLED', actions: [] }).cancel).toBe('no');
});

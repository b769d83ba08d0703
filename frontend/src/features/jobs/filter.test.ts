import { expect, test } from 'vitest';
import { filterFrom, queryOf } from './filter';

test('a filter survives the way through the URL', () => {
  const filter = {
    scope: 'team',
    states: ['RUNNING', 'FAILED'],
    team: 'vision/detection',
  } as const;
  expect(filterFrom(new URLSearchParams(queryOf(filter).toString()))).toEqual(filter);
});

test('my jobs without a filter need no query', () => {
  expect(queryOf({ scope: 'mine', states: [], team: null }).toString()).toBe('');
});

test('what is unknown is left out', () => {
  const query = new URLSearchParams('scope=galaxy&state=RUNNING,NONSENSE,&team=');
  expect(filterFrom(query)).toEqual({ scope: 'mine', states: ['RUNNING'], team: null });
});

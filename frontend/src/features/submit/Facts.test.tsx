import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JobRequest } from '@/api/types';
import { job } from '@/testing/builders';
import { Facts } from './Facts';
import { factsOf } from './factsOf';

const request = (change: Partial<JobRequest> = {}): JobRequest => ({ ...job().request, ...change });
const texts = (change: Partial<JobRequest>) =>
  factsOf(request(change)).map(({ name, text }) => `${name}: ${text ?? ''}`);

test('what is as usual is not worth a line', () => {
  expect(factsOf(request())).toEqual([]);
  const { container } = render(<Facts request={request()} />);
  expect(container).toBeEmptyDOMElement();
});

test('an array says how many tasks, and how many at a time', () => {
  expect(texts({ array: { indices: '0-9,12', tasks: 11 } })).toEqual(['array: 11 tasks: 0-9,12']);
  expect(texts({ array: { indices: '0-9', tasks: 10, atOnce: 2 } })).toEqual([
    'array: 10 tasks, at most 2 at a time: 0-9',
  ]);
});

test('places, waits and ends are said in words', () => {
  expect(
    texts({
      when: { held: true, dependency: 'afterok:7' },
      where: { constraint: 'nvlink', nodelist: ['a1', 'a2'], exclude: ['b1'], exclusive: true },
      signal: { number: 10, scriptOnly: true, beforeSeconds: 600 },
      requeue: false,
    }),
  ).toEqual([
    'held: It waits until it is released.',
    'dependency: afterok:7',
    'constraint: nvlink',
    'nodelist: a1, a2',
    'exclude: b1',
    'exclusive: No other job shares its nodes.',
    'signal: USR1 to the script, 10 min before the time limit',
    'requeue: Never: a lost node ends it.',
  ]);
  expect(texts({ signal: { number: 35, scriptOnly: false, beforeSeconds: 60 } })).toEqual([
    'signal: 35 to its steps, 1 min before the time limit',
  ]);
});

test('times are the reader’s, with the zone named', () => {
  const when = { held: false, begin: '2026-03-01T10:00:00Z', deadline: '2026-03-02T10:00:00Z' };
  render(<Facts request={request({ when })} />);
  expect(screen.getByTestId('fact-begin')).toHaveTextContent(/15:30.*Asia\/(Kolkata|Calcutta)/);
  expect(screen.getByTestId('fact-deadline')).toHaveTextContent(/2 Mar/);
});

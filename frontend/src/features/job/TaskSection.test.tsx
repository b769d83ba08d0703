import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { job, page, row } from '@/testing/builders';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { JobPage } from './JobPage';

let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal();
});

const array = job({
  attempts: [],
  actions: ['cancel', 'hold', 'script'],
  array: {
    indices: '1-9:2',
    tasks: 5,
    atOnce: 2,
    waiting: '5-9:2',
    counts: { RUNNING: 1, FAILED: 1, PENDING: 3 },
  },
});

const show = () => renderPage(<JobPage id={1} renderLog={() => <p>the log</p>} />);

test('an array shows its tasks in the place of a log, and what has not started', async () => {
  portal.on('GET /api/v1/jobs/1', () => answer(array));
  portal.on('GET /api/v1/jobs/1/tasks', () =>
    answer(
      page([
        row({ id: 2, task: { array: 1, index: 1 } }),
        row({
          id: 3,
          state: 'FAILED',
          stateSentence: 'Failed with exit code 3',
          task: { array: 1, index: 3 },
        }),
      ]),
    ),
  );
  show();
  expect(await screen.findByText('5 tasks')).toBeVisible();
  expect(screen.getByTestId('tasks-waiting')).toHaveTextContent(
    'Not started: 5-9:2. At most 2 at a time.',
  );
  expect(await screen.findByText('Failed with exit code 3')).toBeVisible();
  const links = screen.getAllByRole('link', { name: '3' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/jobs/3', '/jobs/3']);
  expect(screen.queryByText('the log')).not.toBeInTheDocument();
});

test('a state chosen asks the server for its tasks alone', async () => {
  portal.on('GET /api/v1/jobs/1', () => answer(array));
  portal.on('GET /api/v1/jobs/1/tasks', () => answer(page([])));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Failed 1' }));
  expect(await screen.findByText('No task that has started is in this state.')).toBeVisible();
  expect(portal.asked.at(-1)?.query.get('state')).toBe('FAILED');
});

test('what may be done is offered, and a refusal is shown where it was asked', async () => {
  portal.on('GET /api/v1/jobs/1', () => answer(array));
  portal.on('GET /api/v1/jobs/1/tasks', () => answer(page([])));
  portal.on('POST /api/v1/jobs/1/hold', () => problem(409, '/problems/conflict'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Hold' }));
  expect(await screen.findByText(/Danger alert/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Release' })).not.toBeInTheDocument();
});

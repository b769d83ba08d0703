import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { job, page, row } from '@/testing/builders';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { JobsPage } from './JobsPage';

const LIST = 'GET /api/v1/jobs';
let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal().on('GET /api/v1/teams', () => answer({ items: [] }));
});

test('an empty list says what to do first', async () => {
  portal.on(LIST, () => answer(page([])));
  renderPage(<JobsPage />);
  expect(screen.getByText('Loading jobs…')).toBeVisible();
  const empty = await screen.findByTestId('empty');
  expect(within(empty).getByRole('link', { name: 'New job' })).toHaveAttribute('href', '/jobs/new');
});

test('a filter that matches nothing offers to be cleared', async () => {
  portal.on(LIST, () => answer(page([], { counts: { RUNNING: 2 } })));
  const { router } = renderPage(<JobsPage />, '/?state=FAILED');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the filter' }));
  expect(router.state.location.search).toBe('');
});

test('an error has its sentence and can be tried again', async () => {
  portal.on(LIST, () => problem(503, '/problems/unavailable', { detail: 'No database.' }));
  renderPage(<JobsPage />);
  expect(await screen.findByText('No database.')).toBeVisible();
  portal.on(LIST, () => answer(page([row({ id: 5 })])));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByTestId('job-row-5')).toBeVisible();
});

test('a row changes in place and a new one waits until asked for', async () => {
  portal.on(LIST, () => answer(page([row({ id: 1 })])));
  const { sockets } = renderPage(<JobsPage />);
  await screen.findByTestId('job-row-1');
  portal.on(LIST, () =>
    answer(page([row({ id: 2, name: 'fresh' }), row({ id: 1, state: 'COMPLETED' })])),
  );
  act(() => sockets.last.json({ type: 'hello', seq: 1 }));
  const button = await screen.findByTestId('new-rows');
  expect(button).toHaveTextContent('1 new');
  expect(screen.queryByText('fresh')).not.toBeInTheDocument();
  expect(within(screen.getByTestId('job-row-1')).getByText('Completed')).toBeVisible();
  await userEvent.click(button);
  expect(screen.getByText('fresh')).toBeVisible();
  const shown = screen.getAllByTestId(/^job-row-/).map((each) => each.dataset['testid']);
  expect(shown).toEqual(['job-row-2', 'job-row-1']);
});

test('more rows are fetched by the cursor', async () => {
  portal.on(LIST, ({ query }) =>
    query.get('cursor') === 'c1'
      ? answer(page([row({ id: 1 })]))
      : answer(page([row({ id: 2 })], { next: 'c1' })),
  );
  renderPage(<JobsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByTestId('job-row-1')).toBeVisible();
  expect(screen.getByText('No more jobs.')).toBeVisible();
});

test('the filter goes into the URL and to the server', async () => {
  portal.on(LIST, () => answer(page([row()], { counts: { RUNNING: 3, FAILED: 1 } })));
  const { router } = renderPage(<JobsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Failed 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Team jobs' }));
  expect(router.state.location.search).toBe('?scope=team&state=FAILED');
  await waitFor(() => expect(portal.asked.at(-1)?.query.get('state')).toBe('FAILED'));
});

test('cancelling asks first, then sends the reason with the CSRF header', async () => {
  portal
    .on(LIST, () => answer(page([row({ id: 9 })])))
    .on('POST /api/v1/jobs/9/cancel', () =>
      answer(job({ id: 9, cancelRequestedAt: '2026-03-01T11:00:00Z' }), 202),
    );
  renderPage(<JobsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel job 9' }));
  await userEvent.type(screen.getByLabelText('Reason (optional)'), 'wrong data');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the job' }));
  expect(await screen.findByText('Cancelling')).toBeVisible();
  const sent = portal.asked.find(({ method }) => method === 'POST');
  expect(sent?.json).toEqual({ reason: 'wrong data' });
});

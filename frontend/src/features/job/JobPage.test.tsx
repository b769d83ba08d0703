import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { attempt, job } from '@/testing/builders';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { JobPage } from './JobPage';

const GET = 'GET /api/v1/jobs/1';
let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal();
});

const show = () => renderPage(<JobPage id={1} renderLog={() => <p>the log</p>} />);

test('a running job says where, on which GPUs, and shows its log', async () => {
  portal.on(GET, () => answer(job()));
  show();
  expect(await screen.findByTestId('job-name')).toHaveTextContent('train');
  expect(screen.getByTestId('state-sentence')).toHaveTextContent('Running on demo-1');
  expect(screen.getByTestId('allocated-node')).toHaveTextContent('Given on demo-1 simulated');
  expect(screen.getByTestId('resources-gpus')).toHaveTextContent('2 × a100, indices 0, 1');
  expect(screen.getByText('the log')).toBeVisible();
});

test('a waiting job says why; there is no log yet', async () => {
  const waiting = { state: 'PENDING', startedAt: null, attempts: [] } as const;
  portal.on(GET, () => answer(job({ ...waiting, attempts: [], pendingReason: 'Team cap of 8.' })));
  show();
  expect(await screen.findByText('Team cap of 8.')).toBeVisible();
  expect(screen.getByText('The log opens when the job starts.')).toBeVisible();
  expect(screen.queryByText('the log')).not.toBeInTheDocument();
});

test('who may not read log and script is told who may', async () => {
  portal.on(GET, () => answer(job({ actions: [], mine: false })));
  show();
  expect(
    await screen.findByText('The log is for the owner and the admins of vision.'),
  ).toBeVisible();
  expect(screen.getByText('The script is for its owner and the admins of vision.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel job 1' })).not.toBeInTheDocument();
});

test('the exit code of the latest attempt stands in the state', async () => {
  const failed = attempt({ state: 'FAILED', exitCode: 3, endedAt: '2026-03-01T10:07:00Z' });
  portal.on(GET, () =>
    answer(job({ state: 'FAILED', endedAt: '2026-03-01T10:07:00Z', attempts: [failed] })),
  );
  show();
  expect(await screen.findByText('Failed (exit 3)')).toBeVisible();
  expect(within(screen.getByTestId('time-ended')).getByText('2 min')).toBeVisible();
});

test('a job one may not see looks like one that is not there', async () => {
  portal.on(GET, () => problem(404, '/problems/not-found'));
  show();
  expect(await screen.findByText('There is no job 1 that you may see.')).toBeVisible();
});

test('the script is fetched when it is asked for', async () => {
  portal
    .on(GET, () => answer(job()))
    .on('GET /api/v1/jobs/1/script', () => new Response('#!/bin/bash\necho hi\n'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the script' }));
  expect(await screen.findByTestId('script')).toHaveTextContent('echo hi');
});

test('an event about the job brings its new state; one about another job nothing', async () => {
  portal.on(GET, () => answer(job()));
  const { sockets } = show();
  await screen.findByText('Running');
  act(() => sockets.last.json({ type: 'hello', seq: 1 }));
  await waitFor(() => expect(portal.times(GET)).toBe(2));
  portal.on(GET, () => answer(job({ state: 'COMPLETED', stateSentence: 'Completed' })));
  const at = '2026-03-01T10:06:00Z';
  act(() => sockets.last.json({ type: 'job', seq: 2, at, jobId: 99 }));
  act(() => sockets.last.json({ type: 'job', seq: 3, at, jobId: 1 }));
  await waitFor(() => expect(screen.getByTestId('job-state')).toHaveTextContent('Completed'));
});

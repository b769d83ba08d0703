import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setCsrfToken } from '@/api/client';
import type { Submission } from '@/api/types';
import { accepted, job, pool, refused } from '@/testing/builders';
import { editorView, pasteScript, replaceScript, shownScript } from '@/testing/editor';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { NewJobPage } from './NewJobPage';
// Loaded beforehand, so that no test waits for it.
import './editor/CodeEditor';

const READ = 'POST /api/v1/scripts/read';
const SUBMIT = 'POST /api/v1/jobs';
const BAD = '#!/bin/bash\n#SBATCH --time=30m\n';
let portal: FakePortal;

beforeEach(() => {
  setCsrfToken('csrf-1');
  portal = new FakePortal()
    .on('GET /api/v1/pools', () => answer({ items: [pool()] }))
    .on(READ, () => answer(accepted()));
});

const type = pasteScript;

test('the read-back says in one sentence what is asked', async () => {
  renderPage(<NewJobPage />);
  expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await type('#!/bin/bash\n');
  expect(await screen.findByText('2 a100 GPUs for at most 1 h.')).toBeVisible();
  expect(screen.getByTestId('free-gpus')).toHaveTextContent('1 of 2 free');
});

test('an error has its place, and a click leads there', async () => {
  portal.on(READ, () => answer(refused()));
  renderPage(<NewJobPage />);
  await type(BAD);
  expect(await screen.findByText(/Write --time=30 for 30 minutes/)).toBeVisible();
  expect(screen.getByTestId('mark-2')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'line 2, column 16' }));
  const { state } = await editorView();
  expect(state.selection.main.from).toBe('#!/bin/bash\n'.length + 15);
});

test('a refusal keeps everything typed', async () => {
  portal.on(SUBMIT, () => problem(422, '/problems/script-refused', { verdict: refused() }));
  renderPage(<NewJobPage />);
  await type(BAD);
  await userEvent.type(screen.getByLabelText('Job name'), 'mine');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Not submitted: the script is refused')).toBeVisible();
  expect(screen.getByText('The time 30m is not understood.')).toBeVisible();
  expect(await shownScript()).toBe(BAD);
  expect(screen.getByLabelText('Job name')).toHaveValue('mine');
});

test('an ended session keeps everything and leads back here', async () => {
  portal.on(SUBMIT, () => problem(401, '/problems/signed-out'));
  renderPage(<NewJobPage />);
  await type(BAD);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  const again = await screen.findByRole('link', { name: 'Sign in again' });
  expect(again.getAttribute('href')).toMatch(/^\/signin\?return=/);
  expect(await shownScript()).toBe(BAD);
});

test('the draft survives a reload', async () => {
  const { unmount } = renderPage(<NewJobPage />);
  await type(BAD);
  unmount();
  renderPage(<NewJobPage />);
  expect(await shownScript()).toBe(BAD);
});

test('a file keeps its carriage returns, and the CSRF token goes along', async () => {
  portal.on(SUBMIT, () => answer(job({ id: 77 }), 201));
  const { router } = renderPage(<NewJobPage />);
  const script = '#!/bin/bash\r\necho hi\r\n';
  await userEvent.upload(screen.getByTestId('script-file'), new File([script], 'win.sh'));
  expect(await screen.findByTestId('crlf-notice')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/77'));
  const sent = portal.asked.find(
    ({ path, method }) => path === '/api/v1/jobs' && method === 'POST',
  );
  expect(sent?.json).toEqual({ script, fileName: 'win.sh' });
  expect(sent?.headers.get('X-Gatehouse-CSRF')).toBe('csrf-1');
});

test('only the answer to the last question counts', async () => {
  let answerLate: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  portal.on(READ, ({ json }) =>
    (json as Submission).script === 'first' ? late : answer(accepted({ summary: 'the second' })),
  );
  renderPage(<NewJobPage />);
  await type('first');
  await waitFor(() => expect(portal.times(READ)).toBe(1));
  await replaceScript('second');
  expect(await screen.findByText('the second')).toBeVisible();
  answerLate(answer(accepted({ summary: 'the first' })));
  await new Promise((done) => setTimeout(done, 20));
  expect(screen.getByText('the second')).toBeVisible();
});

test('a reading that fails keeps the last one and can be tried again', async () => {
  renderPage(<NewJobPage />);
  await type('one');
  await screen.findByText('2 a100 GPUs for at most 1 h.');
  portal.on(READ, () => problem(503, '/problems/unavailable', { detail: 'Not now.' }));
  await type('two');
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByText('2 a100 GPUs for at most 1 h.')).toBeVisible();
  portal.on(READ, () => answer(accepted({ summary: 'again' })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('again')).toBeVisible();
});

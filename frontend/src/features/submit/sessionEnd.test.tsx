import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { MeContext } from '@/components/MeContext';
import { accepted, me, pool } from '@/testing/builders';
import { pasteScript, replaceScript, shownScript } from '@/testing/editor';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { NewJobPage } from './NewJobPage';
import './editor/CodeEditor';

const READ = 'POST /api/v1/scripts/read';
const SCRIPT = '#!/bin/bash\n#SBATCH --time=30\n';
const signedOut = () => problem(401, '/problems/signed-out');
let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal()
    .on('GET /api/v1/pools', () => answer({ items: [pool()] }))
    .on(READ, () => answer(accepted()));
});

async function fillEverything() {
  await pasteScript(SCRIPT);
  for (const [label, text] of [
    ['File name', 'train.sh'],
    ['Arguments', 'a "b c"'],
    ['Job name', 'mine'],
    ['Time limit', '2:00:00'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
}

async function everythingIsThere() {
  expect(await shownScript()).toBe(SCRIPT);
  expect(screen.getByLabelText('File name')).toHaveValue('train.sh');
  expect(screen.getByLabelText('Arguments')).toHaveValue('a "b c"');
  expect(screen.getByLabelText('Job name')).toHaveValue('mine');
  expect(screen.getByLabelText('Time limit')).toHaveValue('2:00:00');
}

test('a session that ends at the submit loses nothing, here and after the sign-in', async () => {
  portal.on('POST /api/v1/jobs', signedOut);
  const { unmount } = renderPage(<NewJobPage />, '/jobs/new');
  await fillEverything();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  const again = await screen.findByRole('link', { name: 'Sign in again' });
  expect(again).toHaveAttribute('href', '/signin?return=%2Fjobs%2Fnew');
  await everythingIsThere();
  // Following the link leaves the page: nothing may wait for a timer then.
  fireEvent(window, new Event('pagehide'));
  const kept = window.localStorage.getItem('gatehouse.draft.alice');
  expect(kept).toContain('2:00:00');
  unmount();
  renderPage(<NewJobPage />, '/jobs/new');
  await everythingIsThere();
});

test('a session that ends while one types says so, and what is typed on is kept', async () => {
  portal.on(READ, signedOut);
  const { unmount } = renderPage(<NewJobPage />, '/jobs/new');
  await fillEverything();
  expect(await screen.findByTestId('read-session-ended')).toHaveTextContent(/is kept/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await replaceScript(`${SCRIPT}# more\n`);
  unmount();
  renderPage(<NewJobPage />, '/jobs/new');
  expect(await shownScript()).toBe(`${SCRIPT}# more\n`);
});

test('signed in again in another window, the script is read anew by itself', async () => {
  function Windows() {
    const [csrfToken, setToken] = useState('csrf-1');
    return (
      <MeContext value={me({ csrfToken })}>
        <NewJobPage />
        <button onClick={() => setToken('csrf-2')}>elsewhere</button>
      </MeContext>
    );
  }
  portal.on(READ, signedOut);
  renderPage(<Windows />);
  await pasteScript(SCRIPT);
  await screen.findByTestId('read-session-ended');
  portal.on(READ, () => answer(accepted()));
  fireEvent.click(screen.getByText('elsewhere'));
  expect(await screen.findByTestId('summary')).toBeVisible();
  await waitFor(() => expect(screen.queryByTestId('read-session-ended')).toBeNull());
});

test('a file in the place of what was typed can be taken back', async () => {
  renderPage(<NewJobPage />);
  await pasteScript(SCRIPT);
  await userEvent.upload(screen.getByTestId('script-file'), new File(['other'], 'b.sh'));
  await screen.findByTestId('replaced');
  expect(await shownScript()).toBe('other');
  await userEvent.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(await shownScript()).toBe(SCRIPT);
  expect(screen.queryByTestId('replaced')).toBeNull();
});

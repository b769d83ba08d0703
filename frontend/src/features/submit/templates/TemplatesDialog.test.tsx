import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { accepted, pool, template } from '@/testing/builders';
import { pasteScript, shownScript } from '@/testing/editor';
import { answer, FakePortal, problem } from '@/testing/fakePortal';
import { renderPage } from '@/testing/renderPage';
import { NewJobPage } from '@/features/submit/NewJobPage';
import '@/features/submit/editor/CodeEditor';

const LIST = 'GET /api/v1/templates';
const own = template({ id: 2, site: false, editable: true, name: 'Mine', version: 3 });
let portal: FakePortal;

beforeEach(() => {
  portal = new FakePortal()
    .on('GET /api/v1/pools', () => answer({ items: [pool()] }))
    .on('POST /api/v1/scripts/read', () => answer(accepted()))
    .on(LIST, () => answer({ items: [template(), own] }));
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const openList = async () => {
  await userEvent.click(button('Templates'));
  return screen.findByRole('dialog');
};
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sentBy = (method: string) =>
  portal.asked.find(
    (asked) => asked.method === method && asked.path.startsWith('/api/v1/templates'),
  )?.json;

test('a template’s variables are asked for, and the script stands in the editor', async () => {
  renderPage(<NewJobPage />);
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'One GPU' }));
  expect(screen.getByLabelText('GPUs')).toHaveValue('1');
  expect(button('Use')).toBeDisabled();
  expect(screen.getByText('Still to be filled in: program.')).toBeVisible();
  fill('GPUs', '2');
  fill(/program/, 'train.py');
  expect(screen.getByTestId('template-preview')).toHaveTextContent('python3 train.py');
  expect(screen.getByText('The script, 3 lines')).toBeVisible();
  await userEvent.click(button('Use'));
  expect(await shownScript()).toBe('#!/bin/bash\n#SBATCH --gres=gpu:2\npython3 train.py\n');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what was typed is not replaced unasked', async () => {
  portal.on(LIST, () => answer({ items: [template({ script: 'other\n' })] }));
  renderPage(<NewJobPage />);
  await pasteScript('typed');
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'One GPU' }));
  await userEvent.click(button('Use'));
  expect(screen.getByRole('alert')).toHaveTextContent(/will be replaced/);
  expect(await shownScript()).toBe('typed');
  await userEvent.click(button('Replace it'));
  expect(await shownScript()).toBe('other\n');
  // A template that was put there and not touched is not typed: no question the second time.
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'One GPU' }));
  await userEvent.click(button('Use'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('many templates are searched; only one’s own can be changed', async () => {
  const many = Array.from({ length: 9 }, (_, n) =>
    template({ id: n + 10, name: `Script ${n}`, description: n === 4 ? 'four nodes' : '' }),
  );
  portal.on(LIST, () => answer({ items: [...many, own] }));
  renderPage(<NewJobPage />);
  const dialog = await openList();
  await within(dialog).findByText('Mine');
  expect(screen.getAllByRole('button', { name: /^Change / })).toHaveLength(1);
  fill('Search templates', 'nodes four');
  expect(screen.getByText('Script 4')).toBeVisible();
  expect(screen.queryByText('Script 5')).toBeNull();
  fill('Search templates', 'nothing');
  expect(screen.getByText(/No template has “nothing”/)).toBeVisible();
});

test('a script is kept as a template; only operators keep it for everybody', async () => {
  portal.on('POST /api/v1/templates', () => answer(own, 201));
  const { unmount } = renderPage(<NewJobPage />);
  await pasteScript('a\r\n');
  await userEvent.click(button('Keep as template'));
  expect(screen.queryByLabelText('For everybody')).toBeNull();
  expect(button('Keep')).toBeDisabled();
  fill(/^Name/, 'Mine');
  await userEvent.click(button('Keep'));
  expect(await screen.findByText('Kept: Mine.')).toBeVisible();
  expect(sentBy('POST')).toEqual({ name: 'Mine', description: '', script: 'a\r\n' });
  unmount();
  portal.asked.length = 0;
  renderPage(<NewJobPage />, '/', { operator: true });
  await userEvent.click(button('Keep as template'));
  fill(/^Name/, 'Ours');
  await userEvent.click(screen.getByLabelText('For everybody'));
  await userEvent.click(button('Keep'));
  await screen.findByText('Kept: Mine.');
  expect(sentBy('POST')).toMatchObject({ name: 'Ours', site: true });
});

test('changed by somebody else meanwhile: what was typed stays and may be kept over theirs', async () => {
  const theirs = { ...own, version: 4, changedBy: 'bob', script: 'theirs' };
  portal
    .on('PUT /api/v1/templates/2', ({ json }) =>
      (json as { version: number }).version === 4
        ? answer(own)
        : problem(409, '/problems/conflict', { detail: 'changed by bob' }),
    )
    .on('GET /api/v1/templates/2', () => answer(theirs));
  renderPage(<NewJobPage />);
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'Change Mine' }));
  fill('Description', 'typed');
  await userEvent.click(button('Keep'));
  expect(await screen.findByTestId('template-conflict')).toHaveTextContent(/bob.*theirs/);
  expect(screen.getByLabelText('Description')).toHaveValue('typed');
  await userEvent.click(button('Replace theirs'));
  expect(await screen.findByText('Kept: Mine.')).toBeVisible();
});

test('a session that ends keeps what was typed of a template', async () => {
  portal.on('PUT /api/v1/templates/2', () => problem(401, '/problems/signed-out'));
  renderPage(<NewJobPage />);
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'Change Mine' }));
  fill('Description', 'typed');
  await userEvent.click(button('Keep'));
  expect(await screen.findByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'target',
    '_blank',
  );
  expect(screen.getByLabelText('Description')).toHaveValue('typed');
});

test('a template is deleted after a question', async () => {
  portal.on('DELETE /api/v1/templates/2', () => {
    portal.on(LIST, () => answer({ items: [template()] }));
    return new Response(null, { status: 204 });
  });
  renderPage(<NewJobPage />);
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Mine' }));
  expect(portal.times('DELETE /api/v1/templates/2')).toBe(0);
  await userEvent.click(button('Delete'));
  await screen.findByText('One GPU');
  expect(screen.queryByText('Mine')).toBeNull();
});

test('templates that cannot be loaded can be asked for again', async () => {
  portal.on(LIST, () => problem(503, '/problems/unavailable', { detail: 'Not now.' }));
  renderPage(<NewJobPage />);
  await openList();
  expect(await screen.findByText('Not now.')).toBeVisible();
  portal.on(LIST, () => answer({ items: [] }));
  await userEvent.click(button('Try again'));
  expect(await screen.findByText(/There are none yet/)).toBeVisible();
});

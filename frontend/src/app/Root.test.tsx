import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '@/api/client';
import { me, page, pool } from '@/testing/builders';
import { FakePortal, answer, problem } from '@/testing/fakePortal';
import { FakeSocket } from '@/testing/fakeSocket';
import { makeQueryClient } from './queryClient';
import { routes } from './routes';

let portal: FakePortal;

beforeEach(() => {
  vi.stubGlobal('WebSocket', class extends FakeSocket {});
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  portal = new FakePortal()
    .on('GET /api/v1/me', () => answer(me()))
    .on('GET /api/v1/teams', () => answer({ items: [] }))
    .on('GET /api/v1/jobs', () => answer(page([])))
    .on('GET /api/v1/pools', () =>
      answer({ items: [pool({ isolation: 'single-person', notices: ['Use it alone.'] })] }),
    );
});

function show(at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('who is not signed in gets the landing page, and comes back to where he wanted', async () => {
  portal.on('GET /api/v1/me', () => problem(401, '/problems/signed-out'));
  show('/jobs?scope=team');
  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link).toHaveAttribute('href', '/signin?return=%2Fjobs%3Fscope%3Dteam');
});

test('what a pool has to say stands on every page', async () => {
  show('/jobs');
  expect(await screen.findByTestId('pool-notice')).toHaveTextContent('Pool demo simulated');
  expect(screen.getByText('Use it alone.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible();
});

test('a session that ends leaves the page as it is and offers to sign in again', async () => {
  show('/jobs');
  await screen.findByRole('heading', { name: 'Jobs' });
  portal.on('GET /api/v1/jobs/5', () => problem(401, '/problems/signed-out'));
  await call('/api/v1/jobs/5').catch(() => undefined);
  const notice = await screen.findByTestId('session-ended');
  expect(notice).toHaveTextContent('What you typed is kept.');
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeVisible();
});

test('an address that leads nowhere says so', async () => {
  show('/nowhere');
  expect(await screen.findByText('There is no page at this address.')).toBeVisible();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { EventStream } from '@/api/events/eventStream';
import { EventsProvider } from '@/api/events/EventsProvider';
import type { Me } from '@/api/types';
import { MeContext } from '@/components/MeContext';
import { me } from './builders';
import { FakeSockets } from './fakeSocket';
import { ManualTimers } from './manualTimers';

/** Draws a page as a signed-in person sees it, with a fake event socket. */
export function renderPage(element: ReactElement, at = '/', who: Partial<Me> = {}) {
  const sockets = new FakeSockets();
  const timers = new ManualTimers();
  const stream = new EventStream({ open: sockets.open, timers, backoff: () => 1_000 });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  const view = render(
    <QueryClientProvider client={client}>
      <MeContext value={me(who)}>
        <EventsProvider stream={stream}>
          <RouterProvider router={router} />
        </EventsProvider>
      </MeContext>
    </QueryClientProvider>,
  );
  return { ...view, router, sockets, timers };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { onSignedOut, setCsrfToken } from '@/api/client';
import { EventStream } from '@/api/events/eventStream';
import { EventsProvider } from '@/api/events/EventsProvider';
import { isProblem } from '@/api/problem';
import { keys, meQuery } from '@/api/queries';
import { MeContext } from '@/components/MeContext';
import { t } from '@/components/messages';
import { Failed, Loading } from '@/components/PageStates';
import { LandingPage } from '@/features/landing/LandingPage';
import { Shell } from './Shell';

/** Decides between the landing page and the pages of signed-in people. */
export function Root() {
  const client = useQueryClient();
  const [events] = useState(() => new EventStream());
  const [endedAt, setEndedAt] = useState<number | null>(null);
  // While the session is over, each look at the page asks anew whether that is still so.
  const me = useQuery({
    ...meQuery,
    staleTime: ({ state }) => (endedAt !== null && endedAt > state.dataUpdatedAt ? 0 : 60_000),
  });

  useEffect(() => onSignedOut(() => setEndedAt(Date.now())), []);
  useEffect(() => setCsrfToken(me.data?.csrfToken ?? null), [me.data?.csrfToken]);
  // A socket that is refused again and again may mean that the session is over; only `/me` can tell.
  useEffect(
    () =>
      events.watch(({ failures }) => {
        if (failures > 0 && failures % 3 === 0)
          void client.invalidateQueries({ queryKey: keys.me });
      }),
    [client, events],
  );

  if (me.data === undefined) {
    if (isProblem(me.error, 401)) return <LandingPage />;
    if (me.isError) {
      return <Failed what={t('what.account')} error={me.error} onRetry={() => void me.refetch()} />;
    }
    return <Loading what={t('what.account')} />;
  }
  // Signed in again in another tab: `/me` answers again and the notice goes, nothing typed is lost.
  const ended = endedAt !== null && endedAt > me.dataUpdatedAt;
  return (
    <MeContext value={me.data}>
      <EventsProvider stream={events}>
        <Shell sessionEnded={ended}>
          <Outlet />
        </Shell>
      </EventsProvider>
    </MeContext>
  );
}

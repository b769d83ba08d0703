import { QueryClient } from '@tanstack/react-query';
import { worthRetrying } from '@/api/queries';

/**
 * Nothing is fresh by age: the event socket says what changed, but only to pages that are open, so a page asks anew
 * when it opens. What it had is shown meanwhile.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 0 },
    },
  });
}

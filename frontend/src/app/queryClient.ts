import { QueryClient } from '@tanstack/react-query';
import { worthRetrying } from '@/api/queries';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 5_000 },
    },
  });
}

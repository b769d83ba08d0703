import { createContext, use } from 'react';
import type { Me } from '@/api/types';

export const MeContext = createContext<Me | null>(null);

/** Who is signed in. Only pages of signed-in people may ask. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('useMe is for the pages of signed-in people');
  return me;
}

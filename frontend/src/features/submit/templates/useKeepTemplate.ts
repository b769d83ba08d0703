import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addTemplate, changeTemplate, getTemplate } from '@/api/calls';
import { isProblem } from '@/api/problem';
import { keys } from '@/api/queries';
import type { Template } from '@/api/types';

export interface Content {
  name: string;
  description: string;
  script: string;
  site: boolean;
}

/**
 * Keeps a template: a new one, or what was changed of one. When somebody else changed it meanwhile, `theirs` is what it is
 * now; what was typed stays, and keeping it again replaces theirs with open eyes.
 */
export function useKeepTemplate(of: Template | null, onDone: (kept: Template) => void) {
  const client = useQueryClient();
  const [theirs, setTheirs] = useState<Template | null>(null);
  const keep = useMutation({
    mutationFn: ({ site, ...content }: Content) =>
      of === null
        ? addTemplate(site ? { ...content, site } : content)
        : changeTemplate(of.id, { ...content, version: (theirs ?? of).version }),
    onSuccess: async (kept) => {
      await client.invalidateQueries({ queryKey: keys.templates });
      onDone(kept);
    },
    onError: async (error) => {
      if (of !== null && isProblem(error, 409)) setTheirs(await getTemplate(of.id));
    },
  });
  return { keep, theirs };
}

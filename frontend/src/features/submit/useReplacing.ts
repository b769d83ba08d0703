import { useState } from 'react';
import { bytesText } from '@/components/format';
import { t } from '@/components/messages';
import type { Draft } from './draft';
import { readTextFile } from './readFile';

type Typed = Pick<Draft, 'script' | 'fileName'>;

/**
 * What puts a whole script in the place of another: a file, a template, the example. What was typed before can be brought
 * back; what was put there and never touched is not typed.
 */
export function useReplacing(draft: Draft, edit: (change: Partial<Draft>) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [put, setPut] = useState<string | null>(null);
  const [before, setBefore] = useState<Typed | null>(null);
  const typed = draft.script !== '' && draft.script !== put;

  const replace = (next: Partial<Draft> & { script: string }) => {
    setProblem(null);
    setBefore(typed && next.script !== draft.script ? draft : null);
    setPut(next.script);
    edit(next);
  };
  const takeFile = async (file: File) => {
    const read = await readTextFile(file);
    switch (read.kind) {
      case 'text':
        replace({ script: read.text, fileName: read.name });
        break;
      case 'tooLarge':
        setProblem(t('submit.tooLarge', { size: bytesText(read.size) }));
        break;
      case 'notText':
        setProblem(t('submit.notText', { name: read.name }));
        break;
    }
  };
  return {
    /** Why a file was not taken. */
    problem,
    /** Whether the editor holds something typed. */
    typed,
    replace,
    takeFile,
    /** Null when nothing typed was replaced. */
    bringBack:
      before === null
        ? null
        : () => {
            edit({ script: before.script, fileName: before.fileName });
            setBefore(null);
          },
    forgetBefore: () => {
      setBefore(null);
      setProblem(null);
    },
  };
}

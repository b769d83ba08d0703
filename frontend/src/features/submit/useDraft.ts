import { useEffect, useRef, useState } from 'react';
import { loadDraft, saveDraft, startOver, submitted, type Draft } from './draft';

const SAVE_AFTER_MS = 300;

/** The draft of one person: kept while it is typed, so that neither a reload nor an ended sign-in loses it. */
export function useDraft(username: string) {
  const [draft, setDraft] = useState(() => loadDraft(username));
  const [kept, setKept] = useState(true);
  const unsaved = useRef<Draft | null>(null);

  useEffect(() => {
    const flush = () => {
      if (unsaved.current === null) return;
      setKept(saveDraft(username, unsaved.current));
      unsaved.current = null;
    };
    const timer = window.setTimeout(flush, SAVE_AFTER_MS);
    window.addEventListener('pagehide', flush);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
    };
  }, [draft, username]);

  // Left by the menu before the timer: keep it then.
  useEffect(
    () => () => {
      if (unsaved.current !== null) saveDraft(username, unsaved.current);
    },
    [username],
  );

  return {
    draft,
    kept,
    change: (change: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...change };
        unsaved.current = next;
        return next;
      }),
    done: () => {
      unsaved.current = null;
      submitted(username, draft);
    },
    startOver: () => {
      unsaved.current = null;
      setDraft(startOver(username));
    },
  };
}

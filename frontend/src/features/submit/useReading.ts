import { useEffect, useState } from 'react';
import { readScript } from '@/api/calls';
import type { Submission, Verdict } from '@/api/types';
import { useMe } from '@/components/MeContext';

const WAIT_MS = 250;

export interface Reading {
  verdict: Verdict | null;
  /** What is shown is of an earlier text; a new reading is on its way. */
  reading: boolean;
  error: unknown;
  retry: () => void;
}

interface Answer {
  of: string;
  verdict: Verdict | null;
  error: unknown;
}

/** Reads as one types, 250 ms after the last key; only the answer to the last question counts. */
export function useReading(submission: Submission): Reading {
  const question = submission.script === '' ? null : JSON.stringify(submission);
  const [answer, setAnswer] = useState<Answer>({ of: '', verdict: null, error: null });
  const [tries, setTries] = useState(0);
  // Another token is another session: what the ended one was refused is asked anew.
  const { csrfToken } = useMe();

  useEffect(() => {
    if (question === null) return undefined;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      readScript(JSON.parse(question) as Submission, abort.signal).then(
        (verdict) => {
          if (!abort.signal.aborted) setAnswer({ of: question, verdict, error: null });
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          setAnswer((before) => ({ of: question, verdict: before.verdict, error }));
        },
      );
    }, WAIT_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [question, tries, csrfToken]);

  return {
    verdict: question === null ? null : answer.verdict,
    reading: question !== null && answer.of !== question,
    error: question !== null && answer.of === question ? answer.error : null,
    retry: () => {
      setAnswer((before) => ({ ...before, of: '' }));
      setTries((count) => count + 1);
    },
  };
}

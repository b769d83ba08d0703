import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { LogStreamName } from '@/api/types';
import { t } from '@/components/messages';
import { LogStream, type LogStatus } from './logStream';
import { afterFirstLine, countLines } from './newLines';
import { openTerminal, searchIn, type LogTerminal } from './terminal';

export interface LogView {
  status: LogStatus;
  received: boolean;
  following: boolean;
  newLines: number;
  /** Bytes before the first one shown. */
  skipped: number;
  found: Found | null;
  search: (text: string, where: SearchWhere) => void;
  setFollowing: (follow: boolean) => void;
}

/** Which match of how many; index 0 while none is chosen. */
export interface Found {
  index: number;
  count: number;
}

export type SearchWhere = 'here' | 'next' | 'previous';

interface Source {
  jobId: number;
  stream: LogStreamName;
  attempt: number;
  /** From the first byte, however long. */
  whole: boolean;
}

function socketPath({ jobId, stream, attempt }: Source, from: number): string {
  return `/ws/v1/jobs/${jobId}/log?stream=${stream}&attempt=${attempt}&from=${from}`;
}

/** A terminal in `host` that shows one stream of one attempt; mounted anew for another. */
export function useLog(host: RefObject<HTMLElement | null>, source: Source): LogView {
  const terminal = useRef<LogTerminal | null>(null);
  const followingNow = useRef(true);
  const [status, setStatus] = useState<LogStatus>({ kind: 'connecting' });
  const [received, setReceived] = useState(false);
  const [following, setFollowingState] = useState(true);
  const [newLines, setNewLines] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const { jobId, stream, attempt, whole } = source;

  const changeFollowing = useCallback((follow: boolean) => {
    if (followingNow.current === follow) return;
    followingNow.current = follow;
    setFollowingState(follow);
    setNewLines(0);
  }, []);

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const view = openTerminal(element);
    terminal.current = view;
    let cutFirstLine = false;

    const log = new LogStream(
      (from) => socketPath({ jobId, stream, attempt, whole }, from),
      {
        status: setStatus,
        skipped: (from, to) => {
          if (from === 0) {
            cutFirstLine = true;
            setSkipped(to);
          }
        },
        cut: () => {
          view.terminal.write(`\r\n\x1b[7m ${t('log.cut')} \x1b[0m\r\n`);
        },
        bytes: (chunk) => {
          setReceived(true);
          const shown = cutFirstLine ? afterFirstLine(chunk) : chunk;
          cutFirstLine = false;
          if (!followingNow.current) {
            const lines = countLines(shown);
            if (lines > 0) setNewLines((count) => count + lines);
          }
          view.terminal.write(shown, () => log.written(chunk.length));
        },
      },
      whole ? { from: 0 } : {},
    );

    // Scrolled up by the reader: hold. Back at the end: follow again.
    let gone = false;
    const scrolled = () => {
      if (gone) return;
      const { viewportY, baseY } = view.terminal.buffer.active;
      changeFollowing(viewportY >= baseY);
    };
    const finding = view.search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ index: resultIndex + 1, count: resultCount }),
    );
    const watching = view.terminal.onScroll(scrolled);
    // onScroll tells of new lines only; what the reader does is heard on the element.
    element.addEventListener('wheel', later(scrolled), { passive: true });
    element.addEventListener('touchmove', later(scrolled), { passive: true });
    // A thrown finger scrolls on for a while.
    element.addEventListener('touchend', later(scrolled, 600), { passive: true });
    element.addEventListener('pointerup', later(scrolled));
    element.addEventListener('keyup', later(scrolled));

    log.start();
    return () => {
      gone = true;
      log.stop();
      watching.dispose();
      finding.dispose();
      view.dispose();
      terminal.current = null;
      element.replaceChildren();
    };
  }, [host, jobId, stream, attempt, whole, changeFollowing]);

  const setFollowing = useCallback(
    (follow: boolean) => {
      const view = terminal.current;
      if (view === null) return;
      if (follow) view.terminal.scrollToBottom();
      else view.terminal.scrollLines(-1);
      changeFollowing(follow);
    },
    [changeFollowing],
  );

  const search = useCallback(
    (text: string, where: SearchWhere) => {
      const view = terminal.current;
      if (view === null) return;
      if (text === '') setFound(null);
      searchIn(view, text, where);
      const { viewportY, baseY } = view.terminal.buffer.active;
      changeFollowing(viewportY >= baseY);
    },
    [changeFollowing],
  );

  return { status, received, following, newLines, skipped, found, search, setFollowing };
}

function later(run: () => void, ms = 50): () => void {
  return () => {
    window.setTimeout(run, ms);
  };
}

import { useEffect, useState } from 'react';
import { durationText, exactTime, secondsBetween, timeText } from './format';

/** A point in time in the reader's zone; the exact instant and the zone's name are in the tooltip. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className="gh-time">
      {timeText(at)}
    </time>
  );
}

/** The time now, anew each `ms` while `running`. */
export function useNow(running: boolean, ms = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const id = window.setInterval(() => setNow(Date.now()), ms);
    return () => window.clearInterval(id);
  }, [running, ms]);
  return now;
}

/** How long it took from `from` to `to`, or takes until now. */
export function Elapsed({ from, to }: { from: string; to: string | null | undefined }) {
  const now = useNow(to == null);
  return <span className="gh-time">{durationText(secondsBetween(from, to ?? now))}</span>;
}

import type { Timers } from '@/api/socket';

/** Time passes when the test says so. */
export class ManualTimers implements Timers {
  private now = 0;
  private pending: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.now + ms, run };
    this.pending.push(entry);
    return () => {
      this.pending = this.pending.filter((other) => other !== entry);
    };
  }

  get waiting(): number {
    return this.pending.length;
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.pending.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.pending = this.pending.filter((other) => other !== next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

import { realTimers, type Timers } from '@/api/socket';
import type { Signal } from './eventStream';

export interface Changes {
  jobIds: ReadonlySet<number>;
  pools: boolean;
  /** Anything may have changed. */
  all: boolean;
}

/**
 * Gathers signals and hands them on at most once per `ms`, the first at once. A storm of a thousand
 * events costs the portal two questions a second and page, not a thousand.
 */
export class Coalescer {
  private jobIds = new Set<number>();
  private pools = false;
  private all = false;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly flush: (changes: Changes) => void,
    private readonly ms = 500,
    private readonly timers: Timers = realTimers,
  ) {}

  add(signal: Signal): void {
    if (signal.kind === 'catchUp') {
      this.all = true;
    } else if (signal.event.type === 'job') {
      if (signal.event.jobId != null) this.jobIds.add(signal.event.jobId);
    } else {
      this.pools = true;
    }
    if (this.cancel === null) this.handOn();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.clear();
  }

  private handOn(): void {
    if (this.jobIds.size === 0 && !this.pools && !this.all) return;
    const changes: Changes = { jobIds: this.jobIds, pools: this.pools, all: this.all };
    this.clear();
    this.cancel = this.timers.after(this.ms, () => {
      this.cancel = null;
      this.handOn();
    });
    this.flush(changes);
  }

  private clear(): void {
    this.jobIds = new Set();
    this.pools = false;
    this.all = false;
  }
}

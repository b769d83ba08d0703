/** The one place where times, durations, sizes and resources become text. */

export function zoneName(at: Date = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const short = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  return short === undefined || short === timeZone ? timeZone : `${short} (${timeZone})`;
}

function sameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

/** "14:02" today, "3 Mar 14:02" this year, "3 Mar 2025 14:02" before; in the reader's zone. */
export function timeText(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (sameDay(at, now)) return clock;
  const day = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
  return `${day} ${clock}`;
}

/** For the tooltip: to the second, zone named, and the instant itself. */
export function exactTime(instant: string): string {
  const at = new Date(instant);
  const local = at.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return `${local} ${zoneName(at)} · ${at.toISOString()}`;
}

/** The two largest units: "1 d 4 h", "3 h 20 min", "12 min", "45 s". Never rounded up. */
export function durationText(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  const days = Math.floor(s / 86_400);
  const hours = Math.floor((s % 86_400) / 3_600);
  const minutes = Math.floor((s % 3_600) / 60);
  if (days > 0) return pair(days, 'd', hours, 'h');
  if (hours > 0) return pair(hours, 'h', minutes, 'min');
  if (minutes >= 10) return `${minutes} min`;
  if (minutes > 0) return pair(minutes, 'min', s % 60, 's');
  return `${s} s`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

export function secondsBetween(from: string, to: string | number): number {
  return (new Date(to).getTime() - new Date(from).getTime()) / 1_000;
}

/** "512 MiB", "250 GiB", "1.5 TiB". */
export function mebibytesText(mebibytes: number): string {
  if (mebibytes < 1_024) return `${Math.round(mebibytes)} MiB`;
  if (mebibytes < 1_024 * 1_024) return `${tidy(mebibytes / 1_024)} GiB`;
  return `${tidy(mebibytes / 1_024 / 1_024)} TiB`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 * 1_024) return `${tidy(bytes / 1_024)} KiB`;
  return mebibytesText(bytes / 1_024 / 1_024);
}

function tidy(value: number): string {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}

export interface GpuCount {
  type?: string | null;
  count: number;
}

/** "2 × a100, 1 × v100"; "1 × GPU" where any type will do; null without GPUs. */
export function gpusText(gpus: readonly GpuCount[]): string | null {
  const some = gpus.filter((gpu) => gpu.count > 0);
  if (some.length === 0) return null;
  return some.map((gpu) => `${gpu.count} × ${gpu.type ?? 'GPU'}`).join(', ');
}

/** GPUs and their type first: "2 × a100", "8 CPUs", "32 GiB". */
export function resourceParts(
  gpus: readonly GpuCount[],
  cpus: number,
  memoryMiB: number | null | undefined,
): string[] {
  const parts = [gpusText(gpus), cpus === 1 ? '1 CPU' : `${cpus} CPUs`];
  if (memoryMiB != null) parts.push(mebibytesText(memoryMiB));
  return parts.filter((part) => part !== null);
}

/** "2 × a100 · 8 CPUs · 32 GiB". */
export function resourcesText(...of: Parameters<typeof resourceParts>): string {
  return resourceParts(...of).join(' · ');
}

export function shortId(uuid: string): string {
  return uuid.slice(0, 8);
}

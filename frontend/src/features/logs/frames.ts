export interface LogFrame {
  /** Offset in the log of the first byte. */
  offset: number;
  bytes: Uint8Array;
}

const HEADER = 8;

/** Eight bytes, a big-endian unsigned offset, then the bytes. Offsets stay exact up to 2^53: 8 PiB. */
export function parseFrame(data: ArrayBuffer): LogFrame | null {
  if (data.byteLength < HEADER) return null;
  const offset = new DataView(data).getBigUint64(0);
  if (offset > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { offset: Number(offset), bytes: new Uint8Array(data, HEADER) };
}

export type LogMessage =
  | { type: 'open'; attempt: number; size: number }
  | { type: 'waiting'; reason: string }
  /** The job emptied its own log; what follows begins at 0 again. */
  | { type: 'cut' }
  | { type: 'end'; offset: number; state: string };

const KNOWN: readonly string[] = ['open', 'waiting', 'cut', 'end'] satisfies LogMessage['type'][];

export function parseText(text: string): LogMessage | null {
  try {
    const value = JSON.parse(text) as { type?: unknown } | null;
    if (value === null || typeof value.type !== 'string' || !KNOWN.includes(value.type))
      return null;
    return value as LogMessage;
  } catch {
    return null;
  }
}

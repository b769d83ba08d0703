const LINE_FEED = 10;

export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
  return lines;
}

/** What follows the first line end: a tail begins in the middle of a line, maybe of a character. */
export function afterFirstLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(LINE_FEED);
  return end === -1 ? bytes : bytes.subarray(end + 1);
}

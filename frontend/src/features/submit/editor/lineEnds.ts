/** What a textarea would show of a text: it knows only LF. */
export function shownText(script: string): string {
  return script.replace(/\r\n?/g, '\n');
}

export function hasCarriageReturns(script: string): boolean {
  return script.includes('\r');
}

export function countLines(shown: string): number {
  let lines = 1;
  for (let at = shown.indexOf('\n'); at !== -1; at = shown.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Offset in the shown text of a line and column, both from 1. */
export function offsetOf(shown: string, line: number, column: number): number {
  let start = 0;
  for (let n = 1; n < line; n += 1) {
    const end = shown.indexOf('\n', start);
    if (end === -1) return shown.length;
    start = end + 1;
  }
  const end = shown.indexOf('\n', start);
  return Math.min(start + Math.max(0, column - 1), end === -1 ? shown.length : end);
}

export function lineRange(shown: string, line: number): [number, number] {
  const start = offsetOf(shown, line, 1);
  const end = shown.indexOf('\n', start);
  return [start, end === -1 ? shown.length : end];
}

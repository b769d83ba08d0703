/**
 * Splits a line of arguments at blanks, with the quotes and backslashes of a shell and nothing else of it:
 * no variables, no patterns. Null when a quote is left open.
 */
export function splitArgs(line: string): string[] | null {
  const args: string[] = [];
  let current: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === null && /\s/.test(char)) {
      if (current !== null) args.push(current);
      current = null;
    } else if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      current ??= '';
    } else if (char === quote) {
      quote = null;
    } else if (char === '\\' && quote !== "'" && at + 1 < line.length) {
      at += 1;
      const next = line.charAt(at);
      const kept = quote === '"' && next !== '"' && next !== '\\' ? `\\${next}` : next;
      current = (current ?? '') + kept;
    } else {
      current = (current ?? '') + char;
    }
  }
  if (quote !== null) return null;
  if (current !== null) args.push(current);
  return args;
}

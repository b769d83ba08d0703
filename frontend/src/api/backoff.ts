/** Waits between tries of a socket: quick at first, never more than 15 s, spread so that not all come at once. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const full = Math.min(15_000, 500 * 2 ** Math.min(tries, 10));
  return Math.round(full * (0.5 + random() / 2));
}

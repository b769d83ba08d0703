import type { IParser } from '@xterm/xterm';

const SWALLOW = () => true;

/** Window title and icon, working folder, link, clipboard, colours of the terminal itself. */
const OSC = [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 110, 111, 112, 133, 777, 1337];

/** Private modes that hide what was written (other screen) or take the mouse away (selecting, scrolling). */
const MODES = new Set([
  6, 9, 47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048, 1049, 2004,
]);

/**
 * A log is written by anybody's program and read by somebody else: it may colour and move, but not link,
 * copy, rename, erase what scrolled by or reset the view.
 */
export function neutralise(
  parser: Pick<IParser, 'registerOscHandler' | 'registerCsiHandler' | 'registerEscHandler'>,
): void {
  for (const code of OSC) parser.registerOscHandler(code, SWALLOW);
  const holdsMode = (params: (number | number[])[]) =>
    params.some((param) => typeof param === 'number' && MODES.has(param));
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, holdsMode);
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, holdsMode);
  // `clear` ends in ED 3: erase the scrollback.
  parser.registerCsiHandler({ final: 'J' }, (params) => params[0] === 3);
  // A window of lines that scrolls alone, lines put in or taken out, scrolling: what leaves that way is not kept.
  for (const final of ['r', 'L', 'M', 'S', 'T']) parser.registerCsiHandler({ final }, SWALLOW);
  // Full reset and soft reset.
  parser.registerEscHandler({ final: 'c' }, SWALLOW);
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, SWALLOW);
}

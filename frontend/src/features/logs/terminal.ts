import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import { Terminal, type ITheme } from '@xterm/xterm';
import { neutralise } from './neutralise';

const SCROLLBACK_LINES = 100_000;
/** Narrower than this, progress bars break over lines: rather scroll sideways. */
const LEAST_COLUMNS = 100;

const LIGHT: ITheme = {
  background: '#ffffff',
  foreground: '#1f1f1f',
  cursor: '#ffffff00',
  selectionBackground: '#b9dafc',
  black: '#1f1f1f',
  red: '#b1380b',
  green: '#3d7317',
  yellow: '#8a6100',
  blue: '#0066cc',
  magenta: '#5e40be',
  cyan: '#147878',
  white: '#707070',
  brightBlack: '#5c5c5c',
  brightRed: '#c9190b',
  brightGreen: '#2f7d1a',
  brightYellow: '#795600',
  brightBlue: '#004d99',
  brightMagenta: '#3d2785',
  brightCyan: '#0f5c5c',
  brightWhite: '#3c3c3c',
};

const DARK: ITheme = {
  background: '#151515',
  foreground: '#e6e6e6',
  cursor: '#15151500',
  selectionBackground: '#2b4a6b',
  black: '#4d4d4d',
  red: '#ff7f73',
  green: '#8fca5c',
  yellow: '#f0c419',
  blue: '#73bcf7',
  magenta: '#b6a6e9',
  cyan: '#63c5c5',
  white: '#d6d6d6',
  brightBlack: '#8f8f8f',
  brightRed: '#ffa79e',
  brightGreen: '#afdc8f',
  brightYellow: '#ffe072',
  brightBlue: '#a5d2fb',
  brightMagenta: '#d0c5f4',
  brightCyan: '#a3e3e3',
  brightWhite: '#ffffff',
};

export interface LogTerminal {
  terminal: Terminal;
  search: SearchAddon;
  fit: () => void;
  dispose: () => void;
}

/** A read-only terminal in `host`: colours, `\r` and all, but nothing that a log could command. */
export function openTerminal(host: HTMLElement): LogTerminal {
  const terminal = new Terminal({
    // `clear` moves the screen into what scrolled by instead of erasing it.
    scrollOnEraseInDisplay: true,
    // Logs may hold anything; what is no control sequence is nobody's error.
    logLevel: 'off',
    convertEol: true,
    disableStdin: true,
    // The search marks its matches by decorations, which xterm still calls proposed.
    allowProposedApi: true,
    scrollback: SCROLLBACK_LINES,
    fontSize: 12,
    // The system's own: a web font would arrive after the cells were measured.
    fontFamily: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace",
    lineHeight: 1.25,
    cursorBlink: false,
    cursorInactiveStyle: 'none',
    minimumContrastRatio: 4.5,
    theme: themeNow(),
  });
  const fitter = new FitAddon();
  const search = new SearchAddon({ highlightLimit: 2_000 });
  terminal.loadAddon(fitter);
  terminal.loadAddon(search);
  neutralise(terminal.parser);
  terminal.open(host);
  terminal.textarea?.setAttribute('tabindex', '-1');

  const fit = () => {
    const size = fitter.proposeDimensions();
    if (size === undefined || !Number.isFinite(size.cols) || !Number.isFinite(size.rows)) return;
    terminal.resize(Math.max(LEAST_COLUMNS, size.cols), Math.max(4, size.rows));
  };
  fit();
  const sizes = new ResizeObserver(fit);
  sizes.observe(host);
  const looks = new MutationObserver(() => {
    terminal.options.theme = themeNow();
  });
  looks.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });

  return {
    terminal,
    search,
    fit,
    dispose: () => {
      sizes.disconnect();
      looks.disconnect();
      terminal.dispose();
    },
  };
}

function themeNow(): ITheme {
  return document.documentElement.classList.contains('pf-v6-theme-dark') ? DARK : LIGHT;
}

const MATCHES: ISearchOptions = {
  decorations: {
    matchBackground: '#f9e0a2',
    matchOverviewRuler: '#b98412',
    activeMatchBackground: '#f5921b',
    activeMatchColorOverviewRuler: '#f5921b',
  },
};

/** `here` stays at the match one is at while more is typed. */
export function searchIn(
  { terminal, search }: LogTerminal,
  text: string,
  where: 'here' | 'next' | 'previous',
): void {
  if (text === '') {
    search.clearDecorations();
    terminal.clearSelection();
  } else if (where === 'previous') {
    search.findPrevious(text, MATCHES);
  } else {
    search.findNext(text, { ...MATCHES, incremental: where === 'here' });
  }
}

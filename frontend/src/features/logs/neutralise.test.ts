import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { neutralise } from './neutralise';

async function written(text: string) {
  const terminal = new Terminal({
    convertEol: true,
    cols: 40,
    rows: 5,
    scrollback: 100,
    scrollOnEraseInDisplay: true,
  });
  neutralise(terminal.parser);
  await new Promise<void>((done) => terminal.write(text, done));
  return terminal;
}

function lines(terminal: Terminal): string[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, at) =>
    (active.getLine(at)?.translateToString(true) ?? '').trimEnd(),
  );
}

test('colours, links and titles leave only their text', async () => {
  const terminal = await written(
    '\x1b[31mred\x1b[0m \x1b]8;;http://evil.test\x07link\x1b]8;;\x07 \x1b]52;c;ZXZpbA==\x07\x1b]0;title\x07end',
  );
  expect(lines(terminal)[0]).toBe('red link end');
});

test('a carriage return writes over the line: a progress bar stays one line', async () => {
  const terminal = await written('10%\r50%\r100%\ndone');
  expect(lines(terminal).slice(0, 2)).toEqual(['100%', 'done']);
});

test('neither the other screen, a reset nor clear hides what was written', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
  const terminal = await written(`${many}\n\x1b[?1049h\x1bc\x1b[3J\x1b[?1000hafter`);
  expect(terminal.buffer.active.type).toBe('normal');
  expect(terminal.modes.mouseTrackingMode).toBe('none');
  expect(lines(terminal)).toContain('line 0');
  expect(lines(terminal)).toContain('after');
});

test('clearing the screen and a scrolling window keep what was written', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `region ${at}`).join('\n');
  const terminal = await written(
    `early 1\nearly 2\n\x1b[2J\x1b[Hafter\n\x1b[2;4r\x1b[2;1H${many}\n\x1b[2S\x1b[3Mend`,
  );
  expect(lines(terminal)).toEqual(
    expect.arrayContaining(['early 1', 'early 2', 'region 5', 'region 19']),
  );
});

import { EditorView } from '@codemirror/view';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import type { Finding } from '@/api/types';
import { pool, refused } from '@/testing/builders';
import { CodeEditor } from './CodeEditor';
import type { EditorHandle } from './editorProps';

const KNOWN = { pool: pool(), teams: [] };
const NONE: readonly Finding[] = [];

interface Props {
  first?: string;
  findings?: readonly Finding[];
  onFile?: (file: File) => void;
}

/** A page around the editor: it shows what would be sent. */
function Harness({ first = '', findings = NONE, onFile = () => undefined }: Props) {
  const [script, setScript] = useState(first);
  const editor = useRef<EditorHandle>(null);
  const taken = useRef({ focused: false, anchor: 0, head: 0 });
  return (
    <>
      <CodeEditor
        ref={editor}
        script={script}
        findings={findings}
        known={KNOWN}
        taken={taken}
        onEdit={setScript}
        onFile={onFile}
      />
      <output data-testid="sent">{JSON.stringify(script)}</output>
      <button onClick={() => setScript('a\r\nb\r\n')}>outside</button>
      <button onClick={() => editor.current?.jumpTo(2, 16)}>jump</button>
    </>
  );
}

const content = () => screen.getByTestId('script-editor');
const view = () => {
  const found = EditorView.findFromDOM(content());
  if (found === null) throw new Error('no editor here');
  return found;
};
const sent = () => JSON.parse(screen.getByTestId('sent').textContent) as string;
const paste = (text: string) =>
  fireEvent.paste(content(), { clipboardData: { getData: () => text, types: ['text/plain'] } });
const write = (at: number, insert: string) => view().dispatch({ changes: { from: at, insert } });

test('what replaces everything is taken byte by byte; an edit makes LF of it', async () => {
  render(<Harness />);
  paste('#!/bin/bash\r\necho hi\r\n');
  expect(sent()).toBe('#!/bin/bash\r\necho hi\r\n');
  expect(view().state.doc.toString()).toBe('#!/bin/bash\necho hi\n');
  write(0, ' ');
  expect(await screen.findByText(JSON.stringify(' #!/bin/bash\necho hi\n'))).toBeVisible();
});

test('a text with CR LF from outside stays as it is while nobody edits', () => {
  render(<Harness first={'one\r\ntwo'} />);
  expect(sent()).toBe('one\r\ntwo');
  fireEvent.click(screen.getByText('outside'));
  expect(sent()).toBe('a\r\nb\r\n');
  expect(view().state.doc.toString()).toBe('a\nb\n');
});

test('two quick edits are both kept', async () => {
  render(<Harness />);
  write(0, 'a');
  write(1, 'b');
  expect(await screen.findByText('"ab"')).toBeVisible();
  expect(view().state.doc.toString()).toBe('ab');
});

test('findings stand in the gutter, and a jump selects the place', () => {
  render(<Harness first={'#!/bin/bash\n#SBATCH --time=30m\n'} findings={refused().findings} />);
  const mark = screen.getByTestId('mark-2');
  expect(mark).toHaveAttribute('title', expect.stringContaining('Write --time=30 for 30 minutes.'));
  expect(document.querySelector('.cm-lintRange-error')).toHaveTextContent('30m');
  fireEvent.click(screen.getByText('jump'));
  const { from, to } = view().state.selection.main;
  expect(view().state.sliceDoc(from, to)).toBe('30m');
});

test('a finding beyond the text does no harm', () => {
  const far: Finding = { severity: 'ERROR', code: 'x', message: 'x', line: 99, column: 3 };
  render(<Harness first="one" findings={[far]} />);
  expect(screen.queryByTestId('mark-99')).toBeNull();
});

test('directives are coloured, look-alikes and late ones are comments', () => {
  render(<Harness first={'#!/bin/bash\n##SBATCH -t1\n#SBATCH --time=30\necho\n#SBATCH -t2'} />);
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts('.gh-tok-option')).toEqual(['--time=']);
  expect(texts('.gh-tok-value')).toEqual(['30']);
  expect(texts('.gh-directive')).toEqual(['#SBATCH --time=30']);
});

test('a file dropped onto the text is a file, not text', () => {
  const files: File[] = [];
  render(<Harness onFile={(file) => files.push(file)} />);
  const file = new File(['x'], 'a.sh');
  fireEvent.drop(content(), { dataTransfer: { files: [file], types: ['Files'] } });
  expect(files).toEqual([file]);
});

test('who cannot see it hears how to leave it', () => {
  render(<Harness />);
  expect(content()).toHaveAttribute('aria-description', expect.stringMatching(/Escape, then Tab/));
  expect(screen.getByRole('textbox', { name: 'Batch script' })).toBe(content());
});

test('50,000 lines are drawn only where one looks', () => {
  render(<Harness first={'echo line\n'.repeat(50_000)} />);
  expect(view().state.doc.lines).toBe(50_001);
  expect(document.querySelectorAll('.cm-line').length).toBeLessThan(500);
});

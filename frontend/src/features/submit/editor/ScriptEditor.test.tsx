import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { editorView } from '@/testing/editor';
import type { EditorHandle } from './editorProps';
import { ScriptEditor } from './ScriptEditor';

const KNOWN = { pool: null, teams: [] };

function Harness() {
  const [script, setScript] = useState('');
  const editor = useRef<EditorHandle>(null);
  return (
    <ScriptEditor
      ref={editor}
      script={script}
      findings={[]}
      known={KNOWN}
      onEdit={setScript}
      onFile={() => undefined}
    />
  );
}

test('what is typed before the editor has come is there when it comes, pointer and focus too', async () => {
  render(<Harness />);
  const area = screen.getByTestId<HTMLTextAreaElement>('script-editor');
  expect(area.tagName).toBe('TEXTAREA');
  area.focus();
  fireEvent.change(area, { target: { value: 'one\ntwo' } });
  act(() => area.setSelectionRange(2, 5, 'backward'));
  const view = await editorView();
  expect(view.state.doc.toString()).toBe('one\ntwo');
  expect(view.state.selection.main).toMatchObject({ anchor: 5, head: 2 });
  expect(document.activeElement).toBe(view.contentDOM);
});

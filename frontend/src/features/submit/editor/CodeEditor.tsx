import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type RefObject } from 'react';
import { showFindings } from './findings';
import { shownText } from './lineEnds';
import { editorSetup, fromOutside } from './setup';
import type { EditorProps, Taken } from './editorProps';
import './code.css';

interface Props extends EditorProps {
  taken: RefObject<Taken>;
}

/** The editor proper; it comes later than the page, so it is a file of its own. */
export function CodeEditor({ script, findings, known, taken, onEdit, onFile, ref }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef({ known, onEdit, onFile });
  useEffect(() => {
    now.current = { known, onEdit, onFile };
  });
  // Edits of which the page does not know yet: when they come back as `script` they are old news, not orders.
  const told = useRef<string[]>([]);
  const begin = useRef(script);

  // Before the browser may take another key: the text area went a moment ago, and the focus with it.
  useLayoutEffect(() => {
    const first = begin.current;
    const from = taken.current;
    const shown = shownText(first);
    const inside = (at: number) => Math.min(at, shown.length);
    const editor = new EditorView({
      parent: box.current ?? document.body,
      state: EditorState.create({
        doc: shown,
        selection: { anchor: inside(from.anchor), head: inside(from.head) },
        extensions: editorSetup({
          known: () => now.current.known,
          onFile: (file) => now.current.onFile(file),
          onEdit: (edited) => {
            told.current.push(edited);
            now.current.onEdit(edited);
          },
        }),
      }),
    });
    view.current = editor;
    if (from.focused) editor.focus();
    told.current = [first];
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [taken]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const at = told.current.indexOf(script);
    if (at !== -1) {
      told.current.splice(0, at + 1);
      return;
    }
    told.current = [];
    const { length } = editor.state.doc;
    editor.dispatch({
      changes: { from: 0, to: length, insert: shownText(script) },
      selection: { anchor: 0 },
      annotations: fromOutside.of(true),
      effects: EditorView.scrollIntoView(0),
    });
  }, [script]);

  useEffect(() => {
    if (view.current !== null) showFindings(view.current, findings);
  }, [findings]);

  useImperativeHandle(ref, () => ({
    jumpTo: (line, column) => {
      const editor = view.current;
      if (editor === null) return;
      const { from, to } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
      const start = Math.min(from + Math.max(0, (column ?? 1) - 1), to);
      editor.dispatch({
        selection: { anchor: start, head: to },
        effects: EditorView.scrollIntoView(start, { y: 'center' }),
      });
      editor.focus();
    },
  }));

  return <div ref={box} className="gh-code" />;
}

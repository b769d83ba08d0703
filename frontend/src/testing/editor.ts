import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';

/** The editor of scripts, once it has taken the text area's place. */
export async function editorView(): Promise<EditorView> {
  return waitFor(() => {
    const view = EditorView.findFromDOM(screen.getByTestId('script-editor'));
    if (view === null) throw new Error('the editor has not come yet');
    return view;
  });
}

export async function pasteScript(text: string): Promise<void> {
  const { contentDOM } = await editorView();
  fireEvent.paste(contentDOM, { clipboardData: { getData: () => text, types: ['text/plain'] } });
}

/** Puts a text in place of all that is there, as if it were typed. */
export async function replaceScript(text: string): Promise<void> {
  const view = await editorView();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

export const shownScript = async () => (await editorView()).state.doc.toString();

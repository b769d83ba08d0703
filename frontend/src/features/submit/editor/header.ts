import { StateField, type EditorState, type Text } from '@codemirror/state';
import { firstCommand } from './directive';

const endOf = (doc: Text) => firstCommand(doc.iterLines()) - 1;

/** The last line in which a directive counts: the one above the first command. */
export const headerField = StateField.define<number>({
  create: (state) => endOf(state.doc),
  update: (end, { docChanged, newDoc }) => (docChanged ? endOf(newDoc) : end),
});

export function headerEnd(state: EditorState): number {
  return state.field(headerField, false) ?? endOf(state.doc);
}

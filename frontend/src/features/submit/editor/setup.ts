import { acceptCompletion, autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, insertTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { t } from '@/components/messages';
import { directiveCompletion } from './completion';
import { findingGutter } from './findings';
import { highlighting } from './highlight';
import { shownText } from './lineEnds';
import type { Known } from './values';

/** Marks a change that the page made: what it wrote is its own, line ends and all. */
export const fromOutside = Annotation.define<true>();

interface Listeners {
  known: () => Known;
  onEdit: (script: string) => void;
  onFile: (file: File) => void;
}

/** No-break spaces and their kin look like blanks and are none: they are shown. */
const LOOKS_LIKE_A_BLANK = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;

/** What replaces everything is taken as it is, CR LF too; edits make LF. */
function pasteAll(event: ClipboardEvent, view: EditorView, onEdit: Listeners['onEdit']): boolean {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const { from, to } = view.state.selection.main;
  const { length } = view.state.doc;
  if (!text.includes('\r') || from > 0 || to < length) return false;
  event.preventDefault();
  view.dispatch({
    changes: { from: 0, to: length, insert: text },
    selection: { anchor: shownText(text).length },
    annotations: fromOutside.of(true),
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  onEdit(text);
  return true;
}

export function editorSetup({ known, onEdit, onFile }: Listeners): Extension {
  return [
    findingGutter,
    lineNumbers(),
    highlightSpecialChars({ addSpecialChars: LOOKS_LIKE_A_BLANK }),
    history(),
    drawSelection(),
    EditorState.tabSize.of(4),
    indentUnit.of('  '),
    bracketMatching(),
    autocompletion({ override: [directiveCompletion(known)], icons: false }),
    placeholder(t('submit.editor.empty')),
    highlighting,
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    // Escape, then Tab leaves the editor: CodeMirror sees to that.
    keymap.of([{ key: 'Tab', run: insertTab, shift: indentLess }]),
    keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({
      'aria-label': t('submit.editor'),
      'aria-description': t('submit.editor.keys'),
      'data-testid': 'script-editor',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
    }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const byHand = transactions.some((each) => each.docChanged && !each.annotation(fromOutside));
      if (docChanged && byHand) onEdit(state.doc.toString());
    }),
    EditorView.domEventHandlers({
      paste: (event, view) => pasteAll(event, view, onEdit),
      drop: (event) => {
        const file = event.dataTransfer?.files[0];
        if (file === undefined) return false;
        event.preventDefault();
        onFile(file);
        return true;
      },
    }),
  ];
}

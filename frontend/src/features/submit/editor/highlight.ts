import { StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { directiveParts, markerLength } from './directive';
import { headerEnd, headerField } from './header';

/** Longer lines are data, not directives; they are not taken apart. */
const LONGEST = 2_000;

const marks = {
  marker: Decoration.mark({ class: 'gh-tok-marker' }),
  option: Decoration.mark({ class: 'gh-tok-option' }),
  unknown: Decoration.mark({ class: 'gh-tok-unknown' }),
  value: Decoration.mark({ class: 'gh-tok-value' }),
};
const directiveLine = Decoration.line({ class: 'gh-directive' });

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  const end = headerEnd(view.state);
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      if (line.number > end) return builder.finish();
      if (line.length <= LONGEST && markerLength(line.text) > 0) {
        builder.add(line.from, line.from, directiveLine);
        for (const part of directiveParts(line.text)) {
          builder.add(line.from + part.from, line.from + part.to, marks[part.kind]);
        }
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Colours the directives that count; those that only look like one stay what they are: comments. */
const directives = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const highlighting: Extension = [
  headerField,
  StreamLanguage.define(shell),
  syntaxHighlighting(classHighlighter),
  directives,
];

import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { RangeSet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { gutter, GutterMarker, type EditorView } from '@codemirror/view';
import type { Finding } from '@/api/types';
import { t } from '@/components/messages';
import { findingsByLine, worstOf } from '@/features/submit/marks';

const GLYPH: Record<Finding['severity'], string> = { ERROR: '✕', WARNING: '!', NOTICE: 'i' };
const SEVERITY = { ERROR: 'error', WARNING: 'warning', NOTICE: 'info' } as const;

/** Blanks as the server has them: a no-break space is part of the word it spoils. */
const WORD = /^[^ \t-\r]+/;

export function sentenceOf({ message, hint }: Finding): string {
  return hint == null ? message : `${message}\n${hint}`;
}

/** From its column to the end of the word there; the whole line where no column is known. */
export function rangeOf(doc: Text, { line, column }: Finding): { from: number; to: number } | null {
  if (line == null || line > doc.lines) return null;
  const { from, to, text } = doc.line(line);
  if (column == null) return { from, to };
  const at = Math.min(Math.max(0, column - 1), text.length);
  const word = WORD.exec(text.slice(at))?.[0].length ?? 0;
  if (word > 0) return { from: from + at, to: from + at + word };
  // A blank, or the line's end: one character shows where it is.
  return at < text.length
    ? { from: from + at, to: from + at + 1 }
    : { from: Math.max(from, to - 1), to };
}

function tooltipOf({ severity, message, hint }: Finding): HTMLElement {
  const box = document.createElement('div');
  const title = box.appendChild(document.createElement('div'));
  title.className = 'gh-tip-title';
  title.textContent = `${t(`read.severity.${severity}`)}: ${message}`;
  if (hint != null) box.appendChild(document.createElement('div')).textContent = hint;
  return box;
}

class FindingMarker extends GutterMarker {
  constructor(
    private readonly line: number,
    private readonly severity: Finding['severity'],
    private readonly title: string,
  ) {
    super();
    this.elementClass = `gh-mark-${severity}`;
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof FindingMarker &&
      other.line === this.line &&
      other.severity === this.severity &&
      other.title === this.title
    );
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'gh-mark';
    mark.dataset['testid'] = `mark-${this.line}`;
    mark.title = this.title;
    mark.textContent = GLYPH[this.severity];
    return mark;
  }
}

const setMarks = StateEffect.define<RangeSet<GutterMarker>>();

/** Marks move with their lines until the next reading says anew. */
const markField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return transaction.docChanged ? marks.map(transaction.changes) : marks;
  },
});

export const findingGutter: Extension = [
  markField,
  gutter({ class: 'gh-mark-gutter', markers: (view) => view.state.field(markField) }),
];

function marksIn(doc: Text, findings: readonly Finding[]): RangeSet<GutterMarker> {
  const lines = [...findingsByLine(findings)].filter(([line]) => line <= doc.lines);
  return RangeSet.of(
    lines.map(([line, here]) =>
      new FindingMarker(line, worstOf(here), here.map(sentenceOf).join('\n\n')).range(
        doc.line(line).from,
      ),
    ),
    true,
  );
}

/** Puts what a reading found into the gutter and under the words. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { doc } = view.state;
  const diagnostics = findings.flatMap((finding): Diagnostic[] => {
    const range = rangeOf(doc, finding);
    if (range === null) return [];
    return [
      {
        ...range,
        severity: SEVERITY[finding.severity],
        message: sentenceOf(finding),
        renderMessage: () => tooltipOf(finding),
      },
    ];
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
  view.dispatch({ effects: setMarks.of(marksIn(doc, findings)) });
}

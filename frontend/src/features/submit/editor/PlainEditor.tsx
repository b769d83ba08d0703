import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import type { Finding } from '@/api/types';
import { t } from '@/components/messages';
import { findingsByLine, worstOf } from '@/features/submit/marks';
import type { EditorProps, Taken } from './editorProps';
import { countLines, lineRange, offsetOf, shownText } from './lineEnds';

const LINE_PX = 20;

interface Props extends Omit<EditorProps, 'known' | 'onFile'> {
  /** Written when this goes, for what takes its place. */
  taken: RefObject<Taken>;
}

/** A plain text area with a gutter: what there is until the editor proper has come, or when it cannot. */
export function PlainEditor({ taken, script, findings, onEdit, ref }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(480);
  const shown = shownText(script);

  useEffect(() => {
    const element = area.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  // Cleaned up while the element still stands: a click or key of the last moment counts too.
  useLayoutEffect(() => {
    const element = area.current;
    return () => {
      if (element !== null) taken.current = takenFrom(element);
    };
  }, [taken]);

  useImperativeHandle(ref, () => ({
    jumpTo: (line, column) => {
      const element = area.current;
      if (element === null) return;
      const [start, end] = lineRange(element.value, line);
      const from = column === null ? start : offsetOf(element.value, line, column);
      element.focus();
      element.setSelectionRange(from, end);
      element.scrollTop = Math.max(0, (line - 4) * LINE_PX);
    },
  }));

  // A text area turns CR LF into LF. What replaces everything is taken as it is; edits are LF anyway.
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain');
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (text.includes('\r') && selectionStart === 0 && selectionEnd === value.length) {
      event.preventDefault();
      onEdit(text);
    }
  };

  return (
    <div className="gh-plain">
      <Gutter lines={countLines(shown)} top={top} height={height} findings={findings} />
      <textarea
        ref={area}
        className="gh-editor-text"
        aria-label={t('submit.editor')}
        placeholder={t('submit.editor.empty')}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        value={shown}
        data-testid="script-editor"
        onChange={(event) => onEdit(event.target.value)}
        onPaste={paste}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      />
    </div>
  );
}

function takenFrom(area: HTMLTextAreaElement): Taken {
  const { selectionStart, selectionEnd } = area;
  const focused = document.activeElement === area;
  return area.selectionDirection === 'backward'
    ? { focused, anchor: selectionEnd, head: selectionStart }
    : { focused, anchor: selectionStart, head: selectionEnd };
}

interface GutterProps {
  lines: number;
  top: number;
  height: number;
  findings: readonly Finding[];
}

/** Only the numbers in sight are drawn: a script may have 50,000 lines. */
function Gutter({ lines, top, height, findings }: GutterProps) {
  const first = Math.floor(top / LINE_PX) + 1;
  const last = Math.min(lines, first + Math.ceil(height / LINE_PX) + 1);
  const marks = findingsByLine(findings);
  const numbers = [];
  for (let line = first; line <= last; line += 1) numbers.push(line);
  return (
    <div className="gh-gutter" aria-hidden>
      {numbers.map((line) => {
        const here = marks.get(line);
        return (
          <div
            key={line}
            className={
              here === undefined ? 'gh-gutter-line' : `gh-gutter-line gh-mark-${worstOf(here)}`
            }
            data-testid={here === undefined ? undefined : `mark-${line}`}
            style={{ transform: `translateY(${(line - 1) * LINE_PX - top}px)` }}
          >
            {line}
          </div>
        );
      })}
    </div>
  );
}

import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type Ref,
} from 'react';
import type { Finding } from '@/api/types';
import { t } from '@/components/messages';
import { countLines, lineRange, offsetOf, shownText } from './lineEnds';

const LINE_PX = 20;

export interface EditorHandle {
  jumpTo: (line: number, column: number | null) => void;
}

interface Props {
  script: string;
  marks: ReadonlyMap<number, Finding['severity']>;
  onEdit: (script: string) => void;
  onFile: (file: File) => void;
  ref: Ref<EditorHandle>;
}

/** A plain text area with a gutter: line numbers, and marks where something was found. */
export function ScriptEditor({ script, marks, onEdit, onFile, ref }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(480);
  const [dropping, setDropping] = useState(false);
  const shown = shownText(script);

  useEffect(() => {
    const element = area.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

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
  const drop = (event: DragEvent) => {
    setDropping(false);
    const file = event.dataTransfer.files[0];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  };

  return (
    <div
      className={dropping ? 'gh-editor gh-editor-drop' : 'gh-editor'}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
    >
      <Gutter lines={countLines(shown)} top={top} height={height} marks={marks} />
      <textarea
        ref={area}
        className="gh-editor-text"
        aria-label={t('submit.editor')}
        placeholder={t(dropping ? 'submit.drop' : 'submit.editor.empty')}
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

interface GutterProps {
  lines: number;
  top: number;
  height: number;
  marks: Props['marks'];
}

/** Only the numbers in sight are drawn: a script may have 50,000 lines. */
function Gutter({ lines, top, height, marks }: GutterProps) {
  const first = Math.floor(top / LINE_PX) + 1;
  const last = Math.min(lines, first + Math.ceil(height / LINE_PX) + 1);
  const numbers = [];
  for (let line = first; line <= last; line += 1) numbers.push(line);
  return (
    <div className="gh-gutter" aria-hidden>
      {numbers.map((line) => {
        const severity = marks.get(line);
        return (
          <div
            key={line}
            className={
              severity === undefined ? 'gh-gutter-line' : `gh-gutter-line gh-mark-${severity}`
            }
            data-testid={severity === undefined ? undefined : `mark-${line}`}
            style={{ transform: `translateY(${(line - 1) * LINE_PX - top}px)` }}
          >
            {line}
          </div>
        );
      })}
    </div>
  );
}

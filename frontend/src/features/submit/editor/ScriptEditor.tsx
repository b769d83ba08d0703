import { useEffect, useRef, useState, type DragEvent } from 'react';
import { t } from '@/components/messages';
import type { EditorProps, Taken } from './editorProps';
import { PlainEditor } from './PlainEditor';

type CodeEditor = typeof import('./CodeEditor').CodeEditor;

/** Where a script is written: a text area at once, and the editor that knows the directives once it has come. */
export function ScriptEditor(props: EditorProps) {
  const taken = useRef<Taken>({ focused: false, anchor: 0, head: 0 });
  const [code, setCode] = useState<{ Editor: CodeEditor } | null>(null);
  const [dropping, setDropping] = useState(false);

  useEffect(() => {
    let wanted = true;
    import('./CodeEditor').then(
      ({ CodeEditor }) => {
        if (wanted) setCode({ Editor: CodeEditor });
      },
      // Without it the text area goes on: one can write and submit all the same.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);

  const drop = (event: DragEvent) => {
    setDropping(false);
    const file = event.dataTransfer.files[0];
    // The editor proper takes what is dropped into its text by itself.
    if (file === undefined || event.defaultPrevented) return;
    event.preventDefault();
    props.onFile(file);
  };

  return (
    <div
      className={dropping ? 'gh-editor gh-editor-drop' : 'gh-editor'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
    >
      {code === null ? (
        <PlainEditor {...props} taken={taken} />
      ) : (
        <code.Editor {...props} taken={taken} />
      )}
      {dropping && <div className="gh-editor-over">{t('submit.drop')}</div>}
    </div>
  );
}

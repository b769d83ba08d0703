import type { Ref } from 'react';
import type { Finding } from '@/api/types';
import type { Known } from './values';

export interface EditorHandle {
  jumpTo: (line: number, column: number | null) => void;
}

export interface EditorProps {
  script: string;
  findings: readonly Finding[];
  /** What completion may offer. */
  known: Known;
  onEdit: (script: string) => void;
  onFile: (file: File) => void;
  ref: Ref<EditorHandle>;
}

/** Where one was in the text area when the editor proper takes its place. */
export interface Taken {
  focused: boolean;
  anchor: number;
  head: number;
}

/** 1 MB is the server's limit; nothing larger is even read. */
export const MOST_BYTES = 1_000_000;

export type FileText =
  | { kind: 'text'; text: string; name: string }
  | { kind: 'tooLarge'; size: number }
  | { kind: 'notText'; name: string };

/** The file's text with nothing changed: a byte order mark and carriage returns stay. */
export async function readTextFile(file: File): Promise<FileText> {
  if (file.size > MOST_BYTES) return { kind: 'tooLarge', size: file.size };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { kind: 'text', text: decoder.decode(await file.arrayBuffer()), name: file.name };
  } catch {
    return { kind: 'notText', name: file.name };
  }
}

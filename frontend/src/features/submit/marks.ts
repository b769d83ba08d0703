import type { Finding } from '@/api/types';

const WEIGHT: Record<Finding['severity'], number> = { NOTICE: 0, WARNING: 1, ERROR: 2 };

/** The findings that have a line, by line. */
export function findingsByLine(findings: readonly Finding[]): Map<number, Finding[]> {
  const lines = new Map<number, Finding[]>();
  for (const finding of findings) {
    if (finding.line == null) continue;
    lines.set(finding.line, [...(lines.get(finding.line) ?? []), finding]);
  }
  return lines;
}

export function worstOf(findings: readonly Finding[]): Finding['severity'] {
  return worstFirst(findings)[0]?.severity ?? 'NOTICE';
}

export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => WEIGHT[b.severity] - WEIGHT[a.severity] || (a.line ?? 0) - (b.line ?? 0),
  );
}

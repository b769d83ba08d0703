import type { Finding, Verdict } from '@/api/types';

const WEIGHT: Record<Finding['severity'], number> = { NOTICE: 0, WARNING: 1, ERROR: 2 };

/** The worst finding of each line. */
export function marksOf(verdict: Verdict | null): Map<number, Finding['severity']> {
  const marks = new Map<number, Finding['severity']>();
  for (const { line, severity } of verdict?.findings ?? []) {
    if (line == null) continue;
    const before = marks.get(line);
    if (before === undefined || WEIGHT[severity] > WEIGHT[before]) marks.set(line, severity);
  }
  return marks;
}

export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => WEIGHT[b.severity] - WEIGHT[a.severity] || (a.line ?? 0) - (b.line ?? 0),
  );
}

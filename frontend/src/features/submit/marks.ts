import type { Finding, Verdict } from '@/api/types';
import { t } from '@/components/messages';

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

/**
 * What the editor marks: the findings, and the lines that look like directives and count for nothing. Of those the
 * verdict tells beside the findings, but a line that is not read is best seen where it stands.
 */
export function markedBy(verdict: Verdict | null): Finding[] {
  if (verdict === null) return [];
  const found = findingsByLine(verdict.findings);
  const ignored = verdict.lines.filter(
    ({ line, outcome }) => outcome === 'IGNORED' && !found.has(line),
  );
  return [
    ...verdict.findings,
    ...ignored.map(({ line, column, explanation }): Finding => ({
      severity: 'NOTICE',
      code: 'ignored',
      line,
      column,
      message: `${t('read.outcome.IGNORED')}: ${explanation}`,
    })),
  ];
}

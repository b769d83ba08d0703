import type { Problem, Verdict } from './types';

/** Types that the pages make up for answers which never reached, or never came from, the portal. */
export const LOCAL_PROBLEM = {
  unreachable: 'gatehouse:unreachable',
  notAProblem: 'gatehouse:unexpected-answer',
} as const;

/** A call that was answered with a problem. Told apart by `type` (and HTTP status), never by text. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly verdict: Verdict | null;

  constructor(problem: Problem & { verdict?: Verdict }) {
    super(problem.detail ?? problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
    this.verdict = problem.verdict ?? null;
  }

  get type(): string {
    return this.problem.type;
  }

  get status(): number {
    return this.problem.status;
  }
}

export function isProblem(error: unknown, status?: number): error is ProblemError {
  return error instanceof ProblemError && (status === undefined || error.status === status);
}

export async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'type' in body && 'title' in body) {
    return new ProblemError({ ...(body as Problem), status: response.status });
  }
  return new ProblemError({
    type: LOCAL_PROBLEM.notAProblem,
    title: response.statusText || `HTTP ${response.status}`,
    status: response.status,
  });
}

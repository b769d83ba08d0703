import {
  Alert,
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Spinner,
} from '@patternfly/react-core';
import { ExclamationCircleIcon } from '@patternfly/react-icons';
import type { ReactNode } from 'react';
import { LOCAL_PROBLEM, ProblemError } from '@/api/problem';
import { timeText } from './format';
import { t } from './messages';

export function Loading({ what }: { what: string }) {
  return (
    <div className="gh-loading" role="status" data-testid="loading">
      <Spinner size="md" aria-hidden /> {t('state.loading', { what: what.toLowerCase() })}
    </div>
  );
}

/** A fault in a sentence that a person can act on. */
export function problemText(error: unknown): string {
  if (!(error instanceof ProblemError)) return String(error);
  switch (error.type) {
    case LOCAL_PROBLEM.unreachable:
      return t('state.unreachable');
    case LOCAL_PROBLEM.notAProblem:
      return t('state.unexpected', { status: error.status });
    default:
      return error.problem.detail ?? error.problem.title;
  }
}

interface FailedProps {
  what: string;
  error: unknown;
  onRetry: () => void;
}

export function Failed({ what, error, onRetry }: FailedProps) {
  return (
    <EmptyState
      variant="sm"
      status="danger"
      icon={ExclamationCircleIcon}
      titleText={t('state.failed', { what })}
      headingLevel="h2"
      data-testid="failed"
    >
      <EmptyStateBody>{problemText(error)}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button variant="secondary" onClick={onRetry}>
            {t('state.retry')}
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}

/** What is shown is still true as of a time; a refetch failed and what was there stays. */
export function Stale({ since }: { since: number }) {
  return (
    <Alert
      isInline
      isPlain
      variant="warning"
      title={t('state.stale', { time: timeText(new Date(since).toISOString()) })}
    />
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <EmptyState variant="sm" titleText={title} headingLevel="h2" data-testid="empty">
      {children !== undefined && <EmptyStateBody>{children}</EmptyStateBody>}
      {action !== undefined && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}

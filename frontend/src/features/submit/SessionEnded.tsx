import { Alert, AlertActionLink } from '@patternfly/react-core';
import { useLocation } from 'react-router';
import { signInUrl } from '@/api/calls';
import { t } from '@/components/messages';

/** Leads to the sign-in and back here; the draft is kept meanwhile. */
export function SessionEnded({ testId }: { testId: string }) {
  const { pathname, search } = useLocation();
  return (
    <Alert
      isInline
      variant="warning"
      title={t('session.ended')}
      data-testid={testId}
      actionLinks={
        <AlertActionLink component="a" href={signInUrl(pathname + search)}>
          {t('session.again')}
        </AlertActionLink>
      }
    >
      {t('session.endedBody')}
    </Alert>
  );
}

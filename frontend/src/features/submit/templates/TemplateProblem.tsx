import { Alert, AlertActionLink } from '@patternfly/react-core';
import { signInUrl } from '@/api/calls';
import { isProblem } from '@/api/problem';
import { t } from '@/components/messages';
import { problemText } from '@/components/PageStates';

/** Why a template could not be kept; an ended session is mended in another window, so that this one stays as it is. */
export function TemplateProblem({ what, error }: { what: string; error: unknown }) {
  if (!isProblem(error, 401)) {
    return (
      <Alert isInline variant="danger" title={what} className="gh-gap-above">
        {problemText(error)}
      </Alert>
    );
  }
  return (
    <Alert
      isInline
      variant="warning"
      title={t('session.ended')}
      className="gh-gap-above"
      actionLinks={
        <AlertActionLink component="a" href={signInUrl('/')} target="_blank" rel="noreferrer">
          {t('session.again')}
        </AlertActionLink>
      }
    >
      {t('templates.sessionEnded')}
    </Alert>
  );
}

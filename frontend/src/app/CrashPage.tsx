import { Button } from '@patternfly/react-core';
import { Empty } from '@/components/PageStates';
import { t } from '@/components/messages';

/** A fault in the page itself, for example a part of it that a newer version has replaced. */
export function CrashPage() {
  return (
    <Empty
      title={t('crash.title')}
      action={<Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>}
    >
      {t('crash.body')}
    </Empty>
  );
}

import { Button, Content } from '@patternfly/react-core';
import { useLocation } from 'react-router';
import { signInUrl } from '@/api/calls';
import { t } from '@/components/messages';
import './landing.css';

export function LandingPage() {
  const { pathname, search } = useLocation();
  return (
    <main className="gh-landing">
      <div className="gh-landing-box">
        <div className="gh-landing-name">
          <img src="/favicon.svg" alt="" width="44" height="44" /> {t('app.name')}
        </div>
        <Content component="h1">{t('landing.title')}</Content>
        <Content component="p">{t('landing.body')}</Content>
        <Button component="a" href={signInUrl(pathname + search)} size="lg" variant="primary">
          {t('landing.signIn')}
        </Button>
      </div>
    </main>
  );
}

import {
  Button,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  Page,
  PageSection,
  SkipToContent,
  Tooltip,
} from '@patternfly/react-core';
import { MoonIcon, SunIcon } from '@patternfly/react-icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { zoneName } from '@/components/format';
import { t } from '@/components/messages';
import { Notices } from './Notices';
import { useTheme } from './theme';
import { UserMenu } from './UserMenu';

const MENU = [
  { to: '/', text: t('menu.home') },
  { to: '/jobs', text: t('menu.jobs') },
  { to: '/resources', text: t('menu.resources') },
];

function isHere(to: string, path: string): boolean {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
}

export function Shell({ sessionEnded, children }: { sessionEnded: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  const masthead = (
    <Masthead display={{ default: 'inline' }} className="gh-masthead">
      <MastheadMain>
        <MastheadBrand>
          <MastheadLogo component={(props) => <Link {...props} to="/" />}>
            <img src="/favicon.svg" alt="" className="gh-brand" />
            <span className="gh-name">{t('app.name')}</span>
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <nav aria-label={t('app.menu')} className="gh-nav">
          <ul>
            {MENU.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} {...(isHere(to, pathname) ? { 'aria-current': 'page' } : {})}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="gh-masthead-tools">
          <ThemeSwitch />
          <UserMenu />
        </div>
      </MastheadContent>
    </Masthead>
  );
  return (
    <Page
      masthead={masthead}
      mainContainerId="main"
      skipToContent={<SkipToContent href="#main">{t('app.skip')}</SkipToContent>}
      isContentFilled
    >
      <Notices sessionEnded={sessionEnded} />
      <PageSection isFilled className="gh-content">
        {children}
      </PageSection>
      <footer className="gh-footer">{t('time.zone', { zone: zoneName() })}</footer>
    </Page>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const label = theme === 'dark' ? t('theme.toLight') : t('theme.toDark');
  return (
    <Tooltip content={label}>
      <Button
        variant="plain"
        aria-label={label}
        icon={theme === 'dark' ? <SunIcon /> : <MoonIcon />}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
    </Tooltip>
  );
}

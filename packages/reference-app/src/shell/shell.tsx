import { useSyncExternalStore, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { isSidebarCollapsed, keepSidebarCollapsed } from '../shared/browser/preferences.ts';
import { Mark } from '../shared/ui/mark.tsx';
import { NetworkBar } from './network-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import './shell.css';

/** Between 769 and 1199 px the sidebar is always narrow: pictures need the place more. */
const wide = matchMedia('(min-width: 1200px)');
const subscribeWide = (onChange: () => void): (() => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** Sidebar on large screens, the screens' own headers on small ones, and one line when there is no network. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const hasRoom = useSyncExternalStore(subscribeWide, () => wide.matches);
  const [chosen, setChosen] = useState<boolean | null>(() => (isSidebarCollapsed() ? true : null));
  const collapsed = chosen ?? !hasRoom;
  return (
    <>
      <a className="skip btn" href="#main">
        {t('shell.skip')}
      </a>
      <div className={collapsed ? 'app narrow' : 'app'}>
        <Sidebar
          collapsed={collapsed}
          onCollapsed={(next) => {
            setChosen(next);
            keepSidebarCollapsed(next);
          }}
        />
        <main className="main" id="main" tabIndex={-1}>
          <NetworkBar />
          {children}
        </main>
      </div>
    </>
  );
}

/** The mark in the headers of small screens, where there is no sidebar. */
export function HeaderLogo(): ReactNode {
  return (
    <Link to="/" className="head-logo only-s" aria-label="Watchpost">
      <Mark />
    </Link>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { useClient } from '../shared/client.tsx';
import { to } from '../shared/navigation/targets.ts';
import { Mark } from '../shared/ui/mark.tsx';
import { NetworkBar } from './network-bar.tsx';
import { ProfileButton } from './profile/profile-button.tsx';
import { SkipLink } from './skip-link.tsx';
import './shell.css';

/** A header with logo and profile above the screen; `desktopOnly`: on phones the screen has its own. */
export function HeaderLayout({ desktopOnly = false, children = <Outlet /> }: { desktopOnly?: boolean; children?: ReactNode }): ReactNode {
  useSignals();
  const session = useClient().session.current.value;
  return (
    <>
      <SkipLink />
      <div className="framed">
        <header className={desktopOnly ? 'frame-head only-l' : 'frame-head'}>
          <Link to={to.Dashboard()} className="brand" aria-label="Watchpost">
            <Mark />
            Watchpost
          </Link>
          {session ? <ProfileButton onSmall /> : null}
        </header>
        <main className="main" id="main" tabIndex={-1}>
          <NetworkBar />
          {children}
        </main>
      </div>
    </>
  );
}

export function DesktopHeaderLayout(): ReactNode {
  return <HeaderLayout desktopOnly />;
}

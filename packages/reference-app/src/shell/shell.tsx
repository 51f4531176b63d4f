import { useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useIsRoomy } from '../shared/browser/media.ts';
import { keepSidebarCollapsed, sidebarChoice } from '../shared/browser/preferences.ts';
import { NetworkBar } from './network-bar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import './shell.css';

/** Sidebar on large screens, the screens' own headers on small ones, and one line when there is no network. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const isRoomy = useIsRoomy();
  // Until somebody chooses, the sidebar is narrow where pictures need the place more.
  const [chosen, setChosen] = useState(sidebarChoice);
  const collapsed = chosen ?? !isRoomy;
  return (
    <>
      <SkipLink />
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

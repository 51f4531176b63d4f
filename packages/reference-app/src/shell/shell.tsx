import { useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useIsRoomy, useIsWide } from '../shared/browser/media.ts';
import { keepSidebarCollapsed, sidebarChoice } from '../shared/browser/preferences.ts';
import { routeOf } from '../shared/navigation/routes.ts';
import { BottomBar } from './bottom-bar/bottom-bar.tsx';
import { NetworkBar } from './network-bar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import './shell.css';

/** The app's frame: a sidebar on large screens, a bottom bar on small ones, and one line when the server cannot be reached. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const isRoomy = useIsRoomy();
  const isWide = useIsWide();
  const isCamera = routeOf(useLocation().pathname) === 'camera';
  // Until the user chooses, the sidebar is narrow on screens where pictures need the space more.
  const [chosen, setChosen] = useState(sidebarChoice);
  const collapsed = chosen ?? (isCamera ? !isWide : !isRoomy);
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
        <BottomBar />
      </div>
    </>
  );
}

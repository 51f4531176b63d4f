import { useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useIsRoomy, useIsWide } from '../shared/browser/media.ts';
import { hadBilling, keepSidebarCollapsed, sidebarChoice } from '../shared/browser/preferences.ts';
import { routeOf } from '../shared/navigation/routes.ts';
import { withClient } from '../shared/with-client.ts';
import { BottomBar } from './bottom-bar/bottom-bar.tsx';
import { loadable } from './loadable.tsx';
import { NetworkBar } from './network-bar.tsx';
import { BillingProvider } from './payment/billing-shown.tsx';
import { ProfileNoticeProvider } from './profile/profile-notice.tsx';
import type { ProfileNotice } from './profile/profile-notice.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TelegramProvider } from './telegram-shown.tsx';
import { SkipLink } from './skip-link.tsx';
import './shell.css';

// Loads after the screen: it asks the server.
const later = loadable(() => withClient(async () => (await import('./shell-later.tsx')).ShellLater));

/** The app's frame: a sidebar on large screens, a bottom bar on small ones, and one line when the server cannot be reached. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }): ReactNode {
  const isRoomy = useIsRoomy();
  const isWide = useIsWide();
  const isCamera = routeOf(useLocation().pathname) === 'camera';
  // Until the user chooses, the sidebar is narrow on screens where pictures need the space more.
  const [chosen, setChosen] = useState(sidebarChoice);
  const [notice, setNotice] = useState<ProfileNotice | null>(null);
  const [hasBilling, setHasBilling] = useState(hadBilling);
  const [hasTelegram, setHasTelegram] = useState(false);
  const collapsed = chosen ?? (isCamera ? !isWide : !isRoomy);
  return (
    <BillingProvider isShown={hasBilling}>
      <TelegramProvider isShown={hasTelegram}>
        <ProfileNoticeProvider notice={notice}>
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
          <later.Shown>
            {(ShellLater) => <ShellLater onNotice={setNotice} onBilling={setHasBilling} onTelegram={setHasTelegram} />}
          </later.Shown>
        </ProfileNoticeProvider>
      </TelegramProvider>
    </BillingProvider>
  );
}

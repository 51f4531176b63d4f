import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useSignalValue } from '../shared/browser/signal.ts';
import { useShellKeys } from '../shell/keys/use-shell-keys.ts';
import { loadable } from '../shell/loadable.tsx';
import { NavigationProgress } from '../shell/navigation-progress.tsx';
import { TitleAnnouncer } from '../shell/title-announcer.tsx';
import { client } from './client.ts';

const dialogs = loadable(async () => (await import('../shell/dialogs/dialog-host.tsx')).DialogHost);

/** Around every screen: that the next is on its way, where it was scrolled to, its name said aloud, and the dialogs that belong to none, which load after the first screen. */
export function Root(): ReactNode {
  const session = useSignalValue(client.session.current);
  useShellKeys(session !== null);
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration storageKey="watchpost:scroll" />
      <TitleAnnouncer />
      {session === null ? null : <dialogs.Shown>{(DialogHost) => <DialogHost />}</dialogs.Shown>}
    </>
  );
}

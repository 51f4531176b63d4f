import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { withClient } from '../shared/with-client.ts';
import { useShellKeys } from '../shell/keys/use-shell-keys.ts';
import { loadable } from '../shell/loadable.tsx';
import { NavigationProgress } from '../shell/navigation-progress.tsx';
import { client } from './client.ts';

const dialogs = loadable(() => withClient(async () => (await import('../shell/dialogs/dialog-host.tsx')).DialogHost));

/** Wraps every screen: shows navigation progress, restores the scroll position, and hosts the shell's dialogs, which load after the first screen. */
export function Root(): ReactNode {
  useSignals();
  const session = client.session.current.value;
  useShellKeys(session !== null);
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollRestoration storageKey="watchpost:scroll" />
      {session === null ? null : <dialogs.Shown>{(DialogHost) => <DialogHost />}</dialogs.Shown>}
    </>
  );
}

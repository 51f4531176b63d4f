import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useSignalValue } from '../shared/browser/signal.ts';
import { client } from './client.ts';

const DialogHost = lazy(async () => ({ default: (await import('../shell/dialogs/dialog-host.tsx')).DialogHost }));

/** Around every screen: the dialogs that belong to none, for people with a session. They load after the first screen. */
export function Root(): ReactNode {
  const session = useSignalValue(client.session.current);
  return (
    <>
      <Outlet />
      {session === null ? null : (
        <Suspense>
          <DialogHost />
        </Suspense>
      )}
    </>
  );
}

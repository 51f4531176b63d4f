import { createRoot } from 'react-dom/client';
import { startPush, UpdatePrompt } from '../features/notifications/index.ts';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';
import { client } from './client.ts';
import { router } from './router.tsx';

/** What no screen waits for: the service worker, notifications, the offer of a new version, the place of the toasts. Loaded after the first screen. */
export function startBackground(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <PrimitivesRoot router={router}>
      <UpdatePrompt />
      <Toaster />
    </PrimitivesRoot>,
  );
  startPush(client, { navigate: (path) => void router.navigate(path) });
}

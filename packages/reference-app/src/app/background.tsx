import { createRoot } from 'react-dom/client';
import { DownloadsCard } from '../features/archive/index.ts';
import { startPush, UpdatePrompt } from '../features/notifications/index.ts';
import { startLiveUpdates } from '../shared/live/live-updates.ts';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** What no screen waits for: the service worker, notifications, what happens as it happens, the offer of a new version, the place of the toasts. Loaded after the first screen. */
export function startBackground(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <PrimitivesRoot router={router}>
      <UpdatePrompt />
      <DownloadsCard client={client} />
      <Toaster />
    </PrimitivesRoot>,
  );
  startLiveUpdates(client, queryClient);
  startPush(client, { navigate: (path) => void router.navigate(path) });
}

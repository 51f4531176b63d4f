import { ownTimeZone } from '@watchpost/sdk-core';
import { createRoot } from 'react-dom/client';
import { DownloadsCard } from '../features/archive/index.ts';
import { startPush, UpdatePrompt } from '../features/notifications/index.ts';
import { loadCode } from '../shared/browser/load-code.ts';
import { startLiveUpdates } from '../shared/live/live-updates.ts';
import { reloadLostQueries } from '../shared/live/lost-queries.ts';
import { completeClient } from '../shared/with-client.ts';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { reportTimeZone } from './report-time-zone.ts';
import { router } from './router.tsx';

/** Starts what no screen waits for: the service worker, notifications, live updates, the offer of a new version, the toaster. Loaded after the first screen. */
export async function startBackground(): Promise<void> {
  await loadCode(completeClient);
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <PrimitivesRoot router={router}>
      <UpdatePrompt />
      <DownloadsCard client={client} />
      <Toaster />
    </PrimitivesRoot>,
  );
  reportTimeZone(client, ownTimeZone());
  startLiveUpdates(client, queryClient);
  reloadLostQueries(queryClient);
  startPush(client, { navigate: (path) => void router.navigate(path) });
}

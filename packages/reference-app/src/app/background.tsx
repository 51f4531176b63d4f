import { useSignals } from '@preact/signals-react/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { ownTimeZone } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { DownloadsCard } from '../features/archive/index.ts';
import { ReviewWatch } from '../features/events/index.ts';
import { useCameraPlaces } from '../features/locations/index.ts';
import { startPush, UpdatePrompt } from '../features/notifications/index.ts';
import { loadCode } from '../shared/browser/load-code.ts';
import { ClientProvider } from '../shared/client.tsx';
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
      <ClientProvider client={client}>
        <QueryClientProvider client={queryClient}>
          <Review />
        </QueryClientProvider>
      </ClientProvider>
      <Toaster />
    </PrimitivesRoot>,
  );
  reportTimeZone(client, ownTimeZone());
  startLiveUpdates(client, queryClient);
  reloadLostQueries(queryClient);
  startPush(client, { navigate: (path) => void router.navigate(path) });
}

function Review(): ReactNode {
  useSignals();
  return client.session.current.value === null ? null : <ReviewOfSession />;
}

/** What happens in one room at one time is one thing to review. */
function ReviewOfSession(): ReactNode {
  const { roomOf } = useCameraPlaces();
  return <ReviewWatch router={router} placeOf={roomOf} navigate={(path) => void router.navigate(path)} />;
}

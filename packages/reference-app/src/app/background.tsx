import { createRoot } from 'react-dom/client';
import { startPush, UpdatePrompt } from '../features/notifications/index.ts';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import { client } from './client.ts';
import { router } from './router.tsx';

/** What no screen waits for: the service worker, notifications, the offer of a new version. Loaded after the first screen. */
export function startBackground(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <PrimitivesRoot router={router}>
      <UpdatePrompt />
    </PrimitivesRoot>,
  );
  startPush(client, { navigate: (path) => void router.navigate(path) });
}

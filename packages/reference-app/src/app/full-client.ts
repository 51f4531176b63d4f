import { createClient } from '@watchpost/sdk-core';
import type { Client, OverviewClient } from '@watchpost/sdk-core';
import { createBrowserPush } from '@watchpost/sdk-core/browser';
import { workerPath } from '../shared/worker/worker-messages.ts';
import { withBasePath } from '../shared/navigation/base-path.ts';

/** Adds the features that no first screen needs. */
export function createFullClient(overview: OverviewClient): Client {
  return createClient(
    {
      push: createBrowserPush({
        workerPath: withBasePath(workerPath),
        scope: withBasePath('/'),
        firebase: () => import('@watchpost/sdk-core/firebase-push'),
      }),
    },
    overview,
  );
}

import { createOverviewClient } from '@watchpost/sdk-core';
import type { Client, OverviewClient } from '@watchpost/sdk-core';
import { completeClientBy } from '../shared/with-client.ts';
import { clientCore } from './client-core.ts';

const overview = createOverviewClient(clientCore);
const page: Omit<Partial<Client>, 'events'> & Pick<OverviewClient, 'events'> = { ...overview };
let completing: Promise<void> | null = null;

/** The page's only client. At first it can do what the dashboard needs: code that calls any other feature loads through withClient(). */
export const client = page as Client;

completeClientBy(
  () =>
    (completing ??= import('./full-client.ts').then(
      ({ createFullClient }) => void Object.assign(client, createFullClient(overview)),
      (error: unknown) => {
        completing = null;
        throw error;
      },
    )),
);

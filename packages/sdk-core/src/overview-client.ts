import type { ClientCore } from './client-core.ts';
import { createAccountApi } from './features/account/index.ts';
import type { AccountApi } from './features/account/index.ts';
import { createCamerasApi } from './features/cameras/index.ts';
import type { CamerasApi } from './features/cameras/index.ts';
import { createEventsOverviewApi, createLiveUpdates } from './features/events/index.ts';
import type { EventsOverviewApi } from './features/events/index.ts';
import { createLocationsApi } from './features/locations/index.ts';
import type { LocationsApi } from './features/locations/index.ts';
import type { SessionApi } from './features/session/index.ts';
import type { HttpClient } from './kernel/http.ts';

/** The features of a client that an overview of all cameras needs. createClient completes it. */
export interface OverviewClient {
  readonly session: SessionApi;
  readonly account: AccountApi;
  readonly cameras: CamerasApi;
  readonly events: EventsOverviewApi;
  readonly locations: LocationsApi;
  /** Returns the server's clock, Unix milliseconds: access ends and opens by it, whatever this device's clock shows. */
  readonly serverNow: () => number;
  /** For endpoints that have no method here yet. */
  readonly http: HttpClient;
  readonly core: ClientCore;
  /** Closes the live connection and stops listening to other tabs. */
  dispose(): void;
}

/**
 * Creates the part of a client that shows the cameras, their places and events: a first page loads it alone, and completes it later.
 * @example
 * const overview = createOverviewClient(createBrowserClientCore());
 * const cameras = await overview.cameras.list();
 * const { createClient } = await import('@watchpost/sdk-core');
 * const client = createClient({}, overview);
 */
export function createOverviewClient(core: ClientCore): OverviewClient {
  const { session, control, http, connections } = core;
  const live = createLiveUpdates(connections);
  return {
    session,
    account: createAccountApi(http, session, control),
    cameras: createCamerasApi(http),
    events: createEventsOverviewApi(http, live),
    locations: createLocationsApi(connections),
    serverNow: connections.serverClock.now,
    http,
    core,
    dispose() {
      live.dispose();
      core.dispose();
    },
  };
}

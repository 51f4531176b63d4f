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
  /** Sign-in, sign-out and the signed-in user. */
  readonly session: SessionApi;
  /** The user's profile, devices, and deletion. */
  readonly account: AccountApi;
  /** The cameras that the user can see. */
  readonly cameras: CamerasApi;
  /** The latest event of each camera, and events as they happen. */
  readonly events: EventsOverviewApi;
  /** Locations and rooms, with their cameras. */
  readonly locations: LocationsApi;
  /** Returns the server's clock, Unix milliseconds: access ends and opens by it, whatever this device's clock shows. */
  readonly serverNow: () => number;
  /** For endpoints that have no method here yet. */
  readonly http: HttpClient;
  /** What it was made of. */
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

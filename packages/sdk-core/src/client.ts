import { defaultLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';
import { createAccountApi } from './features/account/index.ts';
import type { AccountApi } from './features/account/index.ts';
import { createAddCameraApi } from './features/add-camera/index.ts';
import type { AddCameraApi } from './features/add-camera/index.ts';
import { createArchiveApi } from './features/archive/index.ts';
import type { ArchiveApi } from './features/archive/index.ts';
import { createCameraSettingsApi } from './features/camera-settings/index.ts';
import type { CameraSettingsApi } from './features/camera-settings/index.ts';
import { createCamerasApi } from './features/cameras/index.ts';
import type { CamerasApi } from './features/cameras/index.ts';
import { createEventsApi, createLiveUpdates } from './features/events/index.ts';
import type { EventsApi } from './features/events/index.ts';
import { createFeedbackApi } from './features/feedback/index.ts';
import type { FeedbackApi } from './features/feedback/index.ts';
import { createFirmwareApi } from './features/firmware/index.ts';
import type { FirmwareApi } from './features/firmware/index.ts';
import { createLocationsApi } from './features/locations/index.ts';
import type { LocationsApi } from './features/locations/index.ts';
import { createNotificationsApi } from './features/notifications/index.ts';
import type { NotificationsApi, PushPorts } from './features/notifications/index.ts';
import { createPlayerApi } from './features/player/index.ts';
import type { PlayerApi } from './features/player/index.ts';
import { createPtzApi } from './features/ptz/index.ts';
import type { PtzApi } from './features/ptz/index.ts';
import { createSdCardApi } from './features/sd-card/index.ts';
import type { SdCardApi } from './features/sd-card/index.ts';
import { createSession } from './features/session/index.ts';
import type { SessionApi } from './features/session/index.ts';
import { createVideoWallApi } from './features/video-wall/index.ts';
import type { VideoWallApi } from './features/video-wall/index.ts';
import { resolveBaseUrl } from './kernel/base-url.ts';
import { createEmbedAuthorization } from './kernel/embed-authorization.ts';
import { createHttpClient } from './kernel/http.ts';
import type { HttpClient } from './kernel/http.ts';
import { createMemoryStorage, noLocks } from './kernel/memory-ports.ts';
import type { ClockPort, CrossTabPort, LocksPort, NetworkPort, StoragePort, WebSocketLike } from './kernel/ports.ts';
import { systemClock } from './kernel/system-clock.ts';
import { withTimeouts } from './kernel/timeouts.ts';
import { createTransport } from './kernel/transport.ts';

export interface ClientOptions {
  /** The server's address, `https://cameras.example`; empty or absent: the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** Keeps the session; memory by default, `localStorage` with createBrowserClient. */
  readonly storage?: StoragePort | undefined;
  readonly clock?: ClockPort | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly webSocket?: ((url: string, protocols: string[]) => WebSocketLike) | undefined;
  /** The language of errors and of what the server writes; a function is read at each request. */
  readonly locale?: Locale | (() => Locale) | undefined;
  readonly crossTab?: CrossTabPort | undefined;
  readonly locks?: LocksPort | undefined;
  readonly network?: NetworkPort | undefined;
  /** Value of a cookie of the server's origin: its XSRF-TOKEN is echoed. */
  readonly cookie?: ((name: string) => string | null) | undefined;
  /** An embed token in place of a session; a function is asked again before the token ends. */
  readonly token?: string | (() => Promise<string>) | undefined;
  /** The browser's push; createBrowserClient brings it when it is told where the service worker is. */
  readonly push?: PushPorts | undefined;
  /** 0 to 1; spreads the reconnects of many clients. */
  readonly random?: (() => number) | undefined;
}

export interface Client {
  readonly session: SessionApi;
  readonly account: AccountApi;
  readonly cameras: CamerasApi;
  readonly cameraSettings: CameraSettingsApi;
  readonly addCamera: AddCameraApi;
  readonly player: PlayerApi;
  readonly archive: ArchiveApi;
  readonly events: EventsApi;
  readonly feedback: FeedbackApi;
  readonly firmware: FirmwareApi;
  readonly locations: LocationsApi;
  readonly notifications: NotificationsApi;
  readonly ptz: PtzApi;
  readonly sdCard: SdCardApi;
  readonly videoWall: VideoWallApi;
  /** For calls that have no method here yet. */
  readonly http: HttpClient;
  /** Closes the live connection and stops listening to other tabs. */
  dispose(): void;
}

/**
 * A client of one server. In a browser take createBrowserClient: it keeps the session across reloads and tabs.
 * @example
 * const client = createClient({ baseUrl: 'https://cameras.example', token: embedToken });
 * const stop = client.player.live().subscribe({ cameraId }, { onMedia: (media) => append(media.payload) });
 */
export function createClient(options: ClientOptions = {}): Client {
  const clock = options.clock ?? systemClock;
  const { locale = defaultLocale } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const plain = createTransport({
    baseUrl: resolveBaseUrl(options.baseUrl ?? ''),
    fetch: send,
    locale: typeof locale === 'function' ? locale : () => locale,
    headers: () => echoForgeryToken(options.cookie?.('XSRF-TOKEN')),
  });
  const transport = withTimeouts(plain, clock);
  const session = createSession({
    transport,
    // A page with an embed token must neither use nor touch a session that is stored on its origin.
    storage: options.token === undefined ? (options.storage ?? createMemoryStorage()) : createMemoryStorage(),
    clock,
    locks: options.locks ?? noLocks,
    crossTab: (options.token === undefined && options.crossTab) || null,
  });
  const authorization = options.token === undefined ? session.authorization : createEmbedAuthorization(options.token, clock);
  const http = createHttpClient(transport, authorization);
  const connections = {
    http,
    clock,
    network: options.network ?? null,
    random: options.random ?? Math.random,
    webSocket: options.webSocket ?? ((url: string, protocols: string[]) => new WebSocket(url, protocols)),
  };
  const player = createPlayerApi({ ...connections, authorization, fetch: send });
  const live = createLiveUpdates(connections);
  const notifications = createNotificationsApi({
    http,
    session: session.api,
    // With an embed token nobody is signed in, and the page is somebody else's.
    ports: options.token === undefined ? (options.push ?? null) : null,
    storage: options.storage ?? createMemoryStorage(),
    clock,
    crossTab: options.crossTab ?? null,
    network: options.network ?? null,
    fetch: send,
  });
  return {
    session: session.api,
    account: createAccountApi(http, session.api, session.control),
    cameras: createCamerasApi(http),
    cameraSettings: createCameraSettingsApi(http),
    addCamera: createAddCameraApi(http, { fetch: send, clock }),
    player,
    archive: createArchiveApi(http, clock),
    events: createEventsApi(http, live),
    feedback: createFeedbackApi(http, session.api, session.control),
    firmware: createFirmwareApi(http),
    locations: createLocationsApi(connections),
    notifications: notifications.api,
    ptz: createPtzApi({ http, clock }),
    sdCard: createSdCardApi(http),
    videoWall: createVideoWallApi(http),
    http,
    dispose() {
      notifications.dispose();
      player.dispose();
      live.dispose();
      session.dispose();
    },
  };
}

function echoForgeryToken(token: string | null | undefined): Readonly<Record<string, string>> {
  return token ? { 'X-XSRF-TOKEN': token } : {};
}

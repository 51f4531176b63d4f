import { createClientCore } from './client-core.ts';
import type { ClientCore, ClientOptions } from './client-core.ts';
import { createAddCameraApi } from './features/add-camera/index.ts';
import type { AddCameraApi } from './features/add-camera/index.ts';
import { createApiKeysApi } from './features/api-keys/index.ts';
import type { ApiKeysApi } from './features/api-keys/index.ts';
import { createArchiveApi } from './features/archive/index.ts';
import type { ArchiveApi } from './features/archive/index.ts';
import { createBillingApi } from './features/billing/index.ts';
import type { BillingApi } from './features/billing/index.ts';
import { createBookmarksApi, createSavedClipsApi } from './features/bookmarks/index.ts';
import type { BookmarksApi, SavedClipsApi } from './features/bookmarks/index.ts';
import { createCameraSettingsApi } from './features/camera-settings/index.ts';
import type { CameraSettingsApi } from './features/camera-settings/index.ts';
import { createEmbedsApi } from './features/embeds/index.ts';
import type { EmbedsApi } from './features/embeds/index.ts';
import { createEventsApi } from './features/events/index.ts';
import type { EventsApi } from './features/events/index.ts';
import { createFeedbackApi } from './features/feedback/index.ts';
import type { FeedbackApi } from './features/feedback/index.ts';
import { createFirmwareApi } from './features/firmware/index.ts';
import type { FirmwareApi } from './features/firmware/index.ts';
import { createHomeMqttApi } from './features/home-mqtt/index.ts';
import type { HomeMqttApi } from './features/home-mqtt/index.ts';
import { createNotificationsApi } from './features/notifications/index.ts';
import type { NotificationsApi } from './features/notifications/index.ts';
import { createOperatorApi } from './features/operator/index.ts';
import type { OperatorApi } from './features/operator/index.ts';
import { createPlayerApi } from './features/player/index.ts';
import type { PlayerApi } from './features/player/index.ts';
import { createPtzApi } from './features/ptz/index.ts';
import type { PtzApi } from './features/ptz/index.ts';
import { createQualityApi } from './features/quality/index.ts';
import type { QualityApi } from './features/quality/index.ts';
import { createSdCardApi } from './features/sd-card/index.ts';
import type { SdCardApi } from './features/sd-card/index.ts';
import { createDeviceAuthorizationsApi } from './features/session/index.ts';
import type { DeviceAuthorizationsApi } from './features/session/index.ts';
import { createSharingApi } from './features/sharing/index.ts';
import type { SharingApi } from './features/sharing/index.ts';
import { createSmartEventsApi } from './features/smart-events/index.ts';
import type { SmartEventsApi } from './features/smart-events/index.ts';
import { createStreamLinksApi } from './features/stream-links/index.ts';
import type { StreamLinksApi } from './features/stream-links/index.ts';
import { createTelegramApi } from './features/telegram/index.ts';
import type { TelegramApi } from './features/telegram/index.ts';
import { createTimelapseApi } from './features/timelapse/index.ts';
import type { TimelapseApi } from './features/timelapse/index.ts';
import { createVideoWallApi } from './features/video-wall/index.ts';
import type { VideoWallApi } from './features/video-wall/index.ts';
import { createWebhooksApi } from './features/webhooks/index.ts';
import type { WebhooksApi } from './features/webhooks/index.ts';
import { createMemoryStorage } from './kernel/memory-ports.ts';
import { createOverviewClient } from './overview-client.ts';
import type { OverviewClient } from './overview-client.ts';

/** Everything that an app calls on a server, by feature. */
export interface Client extends Omit<OverviewClient, 'core' | 'events'> {
  /** What cameras noticed: lists, counts, pictures, and events as they happen. */
  readonly events: EventsApi;
  /** Moments that the user saved, with notes. */
  readonly bookmarks: BookmarksApi;
  /** How a camera is recorded, and the camera's own settings. */
  readonly cameraSettings: CameraSettingsApi;
  /** Finds, tests and adds cameras. */
  readonly addCamera: AddCameraApi;
  /** Live video and talk. A complete player is in `@watchpost/widgets`. */
  readonly player: PlayerApi;
  /** Keys by which a partner's server calls this one. */
  readonly apiKeys: ApiKeysApi;
  /** Recorded video: playlists, pictures and files. */
  readonly archive: ArchiveApi;
  /** Plans, balance and payments, where the operator sells plans. */
  readonly billing: BillingApi;
  /** Approves commands and devices that sign in by a code. */
  readonly deviceAuthorizations: DeviceAuthorizationsApi;
  /** Tokens and links for players on other pages. */
  readonly embeds: EmbedsApi;
  /** Reports to the operator. */
  readonly feedback: FeedbackApi;
  /** Versions and updates of a camera's firmware. */
  readonly firmware: FirmwareApi;
  /** Cameras on the MQTT broker of a home. */
  readonly homeMqtt: HomeMqttApi;
  /** Push messages in this browser, and what each camera notifies about. */
  readonly notifications: NotificationsApi;
  /** The server, for those who operate it. */
  readonly operator: OperatorApi;
  /** Pan, tilt and zoom. */
  readonly ptz: PtzApi;
  /** How well cameras play for their viewers. */
  readonly quality: QualityApi;
  /** Clips that the user saved. */
  readonly savedClips: SavedClipsApi;
  /** The SD card of a camera. */
  readonly sdCard: SdCardApi;
  /** Links to cameras, the users behind them, and the access log. */
  readonly sharing: SharingApi;
  /** What a camera recognises and listens for. */
  readonly smartEvents: SmartEventsApi;
  /** Addresses by which other software plays a camera. */
  readonly streamLinks: StreamLinksApi;
  /** Chats that receive alerts by the Telegram bot. */
  readonly telegram: TelegramApi;
  /** Films of whole days. */
  readonly timelapse: TimelapseApi;
  /** The user's arrangement of the video wall. */
  readonly videoWall: VideoWallApi;
  /** Addresses of a partner that the server calls. */
  readonly webhooks: WebhooksApi;
}

/**
 * Creates a client of one server, for a signed-in user. In a browser, use createBrowserClient: it keeps the session across reloads and tabs.
 * With an embed token use createEmbedClient, with an API key createApiKeyClient: both are much smaller.
 * @param options without a `storage`, the session ends with the program
 * @param part an existing core or overview to complete; `options` are added to its options
 * @throws {TypeError} for a `baseUrl` that is not an http(s) URL, and outside of a page without one
 * @example
 * const client = createClient({ baseUrl: 'https://cameras.example', storage });
 * await client.session.requestCode('anna@example.com');
 * await client.session.confirmCode({ email: 'anna@example.com', code: '123456' });
 * const cameras = await client.cameras.list();
 */
export function createClient(options: ClientOptions = {}, part: ClientCore | OverviewClient = createClientCore(options)): Client {
  const { core, ...overview } = 'core' in part ? part : createOverviewClient(part);
  const { session, control, http, connections, authorization, fetch: send } = core;
  const { clock, network } = connections;
  const { token, push, storage, crossTab }: ClientOptions = { ...core.options, ...options };
  const player = createPlayerApi({ ...connections, authorization, fetch: send });
  const notifications = createNotificationsApi({
    http,
    session,
    // An embed token replaces the session, and the page belongs to a partner.
    ports: token === undefined ? (push ?? null) : null,
    storage: storage ?? createMemoryStorage(),
    clock,
    crossTab: crossTab ?? null,
    network,
  });
  const billing = createBillingApi({ ...connections, session });
  return {
    ...overview,
    events: createEventsApi(http, overview.events.live()),
    bookmarks: createBookmarksApi(http),
    cameraSettings: createCameraSettingsApi(http),
    addCamera: createAddCameraApi(http, { fetch: send, clock }),
    player,
    apiKeys: createApiKeysApi(http),
    archive: createArchiveApi(http, clock),
    billing: billing.api,
    deviceAuthorizations: createDeviceAuthorizationsApi(http),
    embeds: createEmbedsApi(http),
    feedback: createFeedbackApi(http, session, control),
    firmware: createFirmwareApi(http),
    homeMqtt: createHomeMqttApi(http),
    notifications: notifications.api,
    operator: createOperatorApi(http),
    ptz: createPtzApi({ http, clock }),
    quality: createQualityApi(http),
    savedClips: createSavedClipsApi(http, session),
    sdCard: createSdCardApi(http),
    sharing: createSharingApi(http),
    smartEvents: createSmartEventsApi(http),
    streamLinks: createStreamLinksApi(http),
    telegram: createTelegramApi(http),
    timelapse: createTimelapseApi(http),
    videoWall: createVideoWallApi(http),
    webhooks: createWebhooksApi(http),
    dispose() {
      notifications.dispose();
      billing.dispose();
      player.dispose();
      overview.dispose();
    },
  };
}

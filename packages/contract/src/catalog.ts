import type { Endpoint } from './kernel/endpoint.ts';
import * as accountEndpoints from './features/account/account-endpoints.ts';
import * as accountSchemas from './features/account/account-schemas.ts';
import * as addCameraEndpoints from './features/add-camera/add-camera-endpoints.ts';
import * as addCameraSchemas from './features/add-camera/add-camera-schemas.ts';
import * as apiKeysEndpoints from './features/api-keys/api-keys-endpoints.ts';
import * as apiKeysSchemas from './features/api-keys/api-keys-schemas.ts';
import * as archiveEndpoints from './features/archive/archive-endpoints.ts';
import * as archiveSchemas from './features/archive/archive-schemas.ts';
import * as billingEndpoints from './features/billing/billing-endpoints.ts';
import * as billingSchemas from './features/billing/billing-schemas.ts';
import * as bookmarksEndpoints from './features/bookmarks/bookmarks-endpoints.ts';
import * as bookmarksSchemas from './features/bookmarks/bookmarks-schemas.ts';
import * as cameraSettingsEndpoints from './features/camera-settings/camera-settings-endpoints.ts';
import * as cameraSettingsSchemas from './features/camera-settings/camera-settings-schemas.ts';
import * as camerasEndpoints from './features/cameras/cameras-endpoints.ts';
import * as camerasSchemas from './features/cameras/cameras-schemas.ts';
import * as embedsEndpoints from './features/embeds/embeds-endpoints.ts';
import * as embedsSchemas from './features/embeds/embeds-schemas.ts';
import * as eventsEndpoints from './features/events/events-endpoints.ts';
import * as eventsSchemas from './features/events/events-schemas.ts';
import * as feedbackEndpoints from './features/feedback/feedback-endpoints.ts';
import * as feedbackSchemas from './features/feedback/feedback-schemas.ts';
import * as firmwareEndpoints from './features/firmware/firmware-endpoints.ts';
import * as firmwareSchemas from './features/firmware/firmware-schemas.ts';
import * as homeMqttEndpoints from './features/home-mqtt/home-mqtt-endpoints.ts';
import * as homeMqttSchemas from './features/home-mqtt/home-mqtt-schemas.ts';
import * as locationsEndpoints from './features/locations/locations-endpoints.ts';
import * as locationsSchemas from './features/locations/locations-schemas.ts';
import * as notificationsEndpoints from './features/notifications/notifications-endpoints.ts';
import * as notificationsSchemas from './features/notifications/notifications-schemas.ts';
import * as operatorEndpoints from './features/operator/operator-endpoints.ts';
import * as operatorSchemas from './features/operator/operator-schemas.ts';
import * as playerEndpoints from './features/player/player-endpoints.ts';
import * as playerSchemas from './features/player/player-schemas.ts';
import * as ptzEndpoints from './features/ptz/ptz-endpoints.ts';
import * as ptzSchemas from './features/ptz/ptz-schemas.ts';
import * as qualityEndpoints from './features/quality/quality-endpoints.ts';
import * as qualitySchemas from './features/quality/quality-schemas.ts';
import * as sdCardEndpoints from './features/sd-card/sd-card-endpoints.ts';
import * as sdCardSchemas from './features/sd-card/sd-card-schemas.ts';
import * as sessionEndpoints from './features/session/session-endpoints.ts';
import * as sessionSchemas from './features/session/session-schemas.ts';
import * as sharingEndpoints from './features/sharing/sharing-endpoints.ts';
import * as sharingSchemas from './features/sharing/sharing-schemas.ts';
import * as smartEventsEndpoints from './features/smart-events/smart-events-endpoints.ts';
import * as smartEventsSchemas from './features/smart-events/smart-events-schemas.ts';
import * as streamLinksEndpoints from './features/stream-links/stream-links-endpoints.ts';
import * as streamLinksSchemas from './features/stream-links/stream-links-schemas.ts';
import * as telegramEndpoints from './features/telegram/telegram-endpoints.ts';
import * as telegramSchemas from './features/telegram/telegram-schemas.ts';
import * as timelapseEndpoints from './features/timelapse/timelapse-endpoints.ts';
import * as timelapseSchemas from './features/timelapse/timelapse-schemas.ts';
import * as videoWallEndpoints from './features/video-wall/video-wall-endpoints.ts';
import * as videoWallSchemas from './features/video-wall/video-wall-schemas.ts';
import * as webhooksEndpoints from './features/webhooks/webhooks-endpoints.ts';
import * as webhooksSchemas from './features/webhooks/webhooks-schemas.ts';

/** What one feature of the contract exports: its endpoints, and its schemas beside other values. */
export interface FeatureContract {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly schemas: Readonly<Record<string, unknown>>;
}

/**
 * Every endpoint and schema by feature, for tools that document or check all of them. It reaches the whole contract: a page imports what it calls.
 * @example Object.entries(catalog).flatMap(([feature, { endpoints }]) => Object.keys(endpoints).map((name) => `${feature}: ${name}`))
 */
export const catalog: Readonly<Record<string, FeatureContract>> = {
  account: { endpoints: accountEndpoints, schemas: accountSchemas },
  'add-camera': { endpoints: addCameraEndpoints, schemas: addCameraSchemas },
  'api-keys': { endpoints: apiKeysEndpoints, schemas: apiKeysSchemas },
  archive: { endpoints: archiveEndpoints, schemas: archiveSchemas },
  billing: { endpoints: billingEndpoints, schemas: billingSchemas },
  bookmarks: { endpoints: bookmarksEndpoints, schemas: bookmarksSchemas },
  'camera-settings': { endpoints: cameraSettingsEndpoints, schemas: cameraSettingsSchemas },
  cameras: { endpoints: camerasEndpoints, schemas: camerasSchemas },
  embeds: { endpoints: embedsEndpoints, schemas: embedsSchemas },
  events: { endpoints: eventsEndpoints, schemas: eventsSchemas },
  feedback: { endpoints: feedbackEndpoints, schemas: feedbackSchemas },
  firmware: { endpoints: firmwareEndpoints, schemas: firmwareSchemas },
  'home-mqtt': { endpoints: homeMqttEndpoints, schemas: homeMqttSchemas },
  locations: { endpoints: locationsEndpoints, schemas: locationsSchemas },
  notifications: { endpoints: notificationsEndpoints, schemas: notificationsSchemas },
  operator: { endpoints: operatorEndpoints, schemas: operatorSchemas },
  player: { endpoints: playerEndpoints, schemas: playerSchemas },
  ptz: { endpoints: ptzEndpoints, schemas: ptzSchemas },
  quality: { endpoints: qualityEndpoints, schemas: qualitySchemas },
  'sd-card': { endpoints: sdCardEndpoints, schemas: sdCardSchemas },
  session: { endpoints: sessionEndpoints, schemas: sessionSchemas },
  sharing: { endpoints: sharingEndpoints, schemas: sharingSchemas },
  'smart-events': { endpoints: smartEventsEndpoints, schemas: smartEventsSchemas },
  'stream-links': { endpoints: streamLinksEndpoints, schemas: streamLinksSchemas },
  telegram: { endpoints: telegramEndpoints, schemas: telegramSchemas },
  timelapse: { endpoints: timelapseEndpoints, schemas: timelapseSchemas },
  'video-wall': { endpoints: videoWallEndpoints, schemas: videoWallSchemas },
  webhooks: { endpoints: webhooksEndpoints, schemas: webhooksSchemas },
};

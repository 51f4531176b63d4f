import { getProfile, requestDeletionCode, requestEmailCode } from '@watchpost/contract/endpoints/account';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { startDeviceAuthorization } from '@watchpost/contract/endpoints/session';
import { profileSchema } from '@watchpost/contract/schemas/account';
import { deviceAuthorizationAnswer } from '@watchpost/contract/schemas/session';
import { fillPath } from '@watchpost/contract/kernel';
import { startWhep } from '@watchpost/contract/endpoints/player';
import type { QualityReport } from '@watchpost/contract/schemas/quality';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import type { Attempt, LiveCamera, Scene } from './authorization-scene.ts';
import { billingRequests } from './authorization-requests-billing.ts';
import { developerRequests } from './authorization-requests-developers.ts';
import { sharingRequests } from './authorization-requests-sharing.ts';
import { telegramRequests } from './authorization-requests-telegram.ts';
import { webhookRequests } from './authorization-requests-webhooks.ts';
import { createTestDevice } from '../test-device.ts';
import { insertFilm } from './authorization-films.ts';
import { createEventPictures } from '../../features/events/events-pictures.ts';
import { newId } from '../../kernel/ids.ts';
import { insertEvent } from '../people.ts';
import { offerToWatch } from '../whep-viewer.ts';

const plain = async (): Promise<Attempt> => ({});

export const requests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  ...billingRequests,
  ...sharingRequests,
  ...developerRequests,
  ...telegramRequests,
  ...webhookRequests,
  'POST /public/api/v2/cameraphone/customers/login': async () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /public/api/v2/cameraphone/customers/login/confirmation': async () => ({
    body: { email: `${randomUUID()}@example.com`, otp: '000000', deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) },
  }),
  'POST /public/api/v2/cameraphone/customers/auth/token': async () => ({ body: { refreshToken: 'refresh.nonsense.nonsense' } }),
  'POST /public/api/v2/cameraphone/customers/logout': plain,
  'POST /public/api/v3/device-authorizations': async () => ({ body: { deviceName: 'Backup', deviceId: randomUUID() } }),
  'POST /public/api/v3/device-authorizations/token': async () => ({ body: { deviceCode: 'nonsense', deviceToken: 'x'.repeat(32) } }),
  'POST /public/api/v3/device-authorizations/find': userCodeOf,
  'POST /public/api/v3/device-authorizations/approval': userCodeOf,
  'POST /public/api/v3/device-authorizations/denial': userCodeOf,
  'GET /public/api/v2/cameraphone/customers/profile': plain,
  'PATCH /public/api/v2/cameraphone/customers/profile': async () => ({ body: { locale: 'en' } }),
  'POST /public/api/v2/cameraphone/customers/email/confirmation': async ({ db }) => {
    await forgetLimits(db);
    return { body: { email: `${randomUUID()}@example.com` } };
  },
  'PUT /public/api/v2/cameraphone/customers/email': async (scene) => {
    const email = `${randomUUID()}@example.com`;
    return {
      body: {
        email,
        otp: await codeFor(scene, email, () => scene.server.call(requestEmailCode, { body: { email }, headers: scene.headers })),
      },
    };
  },
  'GET /public/api/v2/cameraphone/customers/deletion': plain,
  'POST /public/api/v2/cameraphone/customers/deletion/confirmation': async ({ db }) => {
    await forgetLimits(db);
    return {};
  },
  'DELETE /public/api/v2/cameraphone/customers/': async (scene) => {
    const { server, headers } = scene;
    const { email } = isSignedIn(scene) ? profileSchema.parse(await (await server.call(getProfile, { headers })).json()) : { email: '' };
    return { body: { otp: await codeFor(scene, email, () => server.call(requestDeletionCode, { headers })) } };
  },
  'GET /public/api/v2/cameraphone/customers/devices': plain,
  'DELETE /public/api/v2/cameraphone/customers/devices': plain,
  'DELETE /public/api/v2/cameraphone/customers/devices/{deviceId}': async ({ otherDeviceId }) => ({ file: otherDeviceId }),
  'POST /public/api/v2/cameraphone/feedbacks': async () => ({
    form: { id: randomUUID(), customerId: 'cus_other', deviceId: 'other', message: 'It works.', email: 'answer@example.com' },
  }),
  'GET /public/api/v1/pushnotifications/configuration': plain,
  'POST /public/api/v1/pushnotifications/subscription': async () => ({ body: { token: browserSubscription() } }),
  'DELETE /public/api/v1/pushnotifications/subscription': plain,
  'POST /public/api/v3/customers/notification-tests': plain,
  'GET /public/api/v3/customers/presence': plain,
  'PUT /public/api/v3/customers/presence': async () => ({ body: { presence: 'home' } }),
  'POST /public/api/v1/pushnotifications/test': async ({ db }) => {
    await db.deleteFrom('push_subscriptions').execute();
    return {};
  },
  'GET /public/api/openapi.json': plain,
  'GET /public/api/v3/cameras': plain,
  'GET /public/api/v3/cameras/metrics': plain,
  'GET /public/api/v3/cameras/{id}': plain,
  'GET /public/api/v2/cameraphone/cameras/{id}/about': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}': async () => ({ body: { name: 'Renamed' } }),
  'DELETE /public/api/v2/cameraphone/cameras/{id}': plain,
  'GET /public/api/v3/cameras/{id}/preview.jpg': async ({ live }) => ({ cameraId: live.cameraId }),
  'POST /public/api/v3/cameras/{id}/snapshot': async ({ live }) => ({ cameraId: live.cameraId }),
  'GET /public/api/v3/live': async () => ({ isUpgrade: true }),
  'GET /public/api/v3/cameras/{id}/live/index.m3u8': async ({ live }) => ({ cameraId: live.cameraId }),
  'GET /public/api/v3/cameras/{id}/live/{file}': async ({ live }) => ({ cameraId: live.cameraId, file: live.liveInit }),
  'GET /public/api/v3/cameras/{id}/live/access': async ({ live }) => ({ cameraId: live.cameraId }),
  'POST /public/api/v3/cameras/{id}/whep': async ({ live }) => ({ cameraId: live.cameraId, sdp: await offerToWatch() }),
  'DELETE /public/api/v3/cameras/{id}/whep/{sessionId}': async ({ server, live, headers }) => {
    const response = await fetch(server.url + fillPath(startWhep.path, { id: live.cameraId }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/sdp' },
      body: await offerToWatch(),
    });
    return { cameraId: live.cameraId, file: response.headers.get('location')?.split('/').at(-1) ?? 'x'.repeat(43) };
  },
  'GET /public/api/v3/cameras/{id}/archive/footage': async ({ live }) => ({ cameraId: live.cameraId, query: rangeOf(live) }),
  // Deletes from the empty camera: the next rows need the footage of the others.
  'DELETE /public/api/v3/cameras/{id}/archive/footage': async () => ({ query: '?from=0&to=1000' }),
  'GET /public/api/v3/cameras/{id}/archive/days': async () => ({ query: '?from=2026-01-01&to=2026-01-31' }),
  'GET /public/api/v3/cameras/{id}/archive/index.m3u8': async ({ live }) => ({ cameraId: live.cameraId, query: rangeOf(live) }),
  'GET /public/api/v3/cameras/{id}/archive/snapshot.jpg': async ({ live }) => ({
    cameraId: live.cameraId,
    query: `?at=${live.recordedFrom}`,
  }),
  'GET /public/api/v3/cameras/{id}/archive/preview.jpg': async ({ live }) => ({
    cameraId: live.cameraId,
    query: `?at=${live.recordedFrom}&width=160`,
  }),
  'GET /public/api/v3/cameras/{id}/archive/clip.mp4': async ({ live }) => ({ cameraId: live.cameraId, query: rangeOf(live) }),
  'GET /public/api/v3/cameras/{id}/archive/clip.json': async ({ live }) => ({ cameraId: live.cameraId, query: rangeOf(live) }),
  'POST /public/api/v3/quality-reports': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}`, body: qualityReport }),
  'GET /public/api/v3/quality': plain,
  'GET /public/api/v3/signing-key': plain,
  'GET /public/api/v3/cameras/{id}/archive/{file}': async ({ live }) => ({ cameraId: live.cameraId, file: live.recordedInit }),
  'GET /public/api/v3/cameras/{id}/archive/access': async ({ live }) => ({ cameraId: live.cameraId, query: `?file=${live.recordedInit}` }),
  'GET /public/api/v2/cameraphone/events': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}` }),
  'GET /public/api/v3/events/counts': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}` }),
  'GET /public/api/v3/events/days': async ({ cameraId }) => ({
    query: `?cameraId=${cameraId}&from=2026-01-01&to=2026-01-31&timeZone=Europe/Moscow`,
  }),
  'GET /public/api/v3/events/latest': plain,
  'GET /public/api/v3/cameras/{id}/events/timeline': async () => ({ query: '?from=1800000000000&to=1800000060000&step=1000' }),
  'POST /public/api/v2/cameraphone/mqtt/auth': plain,
  'GET /public/api/v3/mqtt': async () => ({ isUpgrade: true }),
  'POST /public/api/v2/cameraphone/events/seen': async ({ db, cameraId }) => ({ body: { eventIds: [await insertEvent(db, cameraId)] } }),
  'POST /public/api/v3/events/unseen': async () => ({ body: { seenAt: 1 } }),
  'PUT /public/api/v3/cameras/{id}/events/{eventId}/false-alarm': async ({ db, cameraId }) => ({ file: await insertEvent(db, cameraId) }),
  'DELETE /public/api/v3/cameras/{id}/events/{eventId}/false-alarm': async ({ db, cameraId }) => ({
    file: await insertEvent(db, cameraId),
  }),
  'GET /public/api/v3/bookmarks': plain,
  'POST /public/api/v3/bookmarks': async ({ cameraId }) => ({ body: { cameraId, at: 1_800_000_000 } }),
  'PATCH /public/api/v3/bookmarks/{id}': async (scene) => ({ cameraId: await insertBookmark(scene), body: { note: 'Other' } }),
  'DELETE /public/api/v3/bookmarks/{id}': async (scene) => ({ cameraId: await insertBookmark(scene) }),
  'GET /public/api/v3/saved-clips': plain,
  'POST /public/api/v3/saved-clips': async ({ cameraId }) => ({ body: { cameraId, from: 1_800_000_000, to: 1_800_060_000 } }),
  'PATCH /public/api/v3/saved-clips/{id}': async (scene) => ({ cameraId: await insertSavedClip(scene), body: { note: 'Other' } }),
  'DELETE /public/api/v3/saved-clips/{id}': async (scene) => ({ cameraId: await insertSavedClip(scene) }),
  'GET /public/api/v3/cameras/{id}/events/{eventId}/picture.jpg': async ({ db, server, cameraId }) => {
    const eventId = await insertEvent(db, cameraId, { has_picture: 1 });
    await createEventPictures(join(server.config.dataDir, 'events')).write(cameraId, eventId, new Uint8Array([0xff, 0xd8, 0xff]));
    return { file: eventId };
  },
  'GET /public/api/v2/cameraphone/cameras/{id}/settings': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/settings': async () => ({ body: { archiveRecording: 'motion' } }),
  'GET /public/api/v2/cameraphone/cameras/{id}/settings/device': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/settings/device': async () => ({ body: { timeZone: 'Asia/Omsk' } }),
  'PUT /public/api/v2/cameraphone/cameras/{id}/settings/network': async () => ({ body: { name: 'eth0', ipMode: 'dhcp' } }),
  'POST /public/api/v2/cameraphone/cameras/{id}/restart': plain,
  'GET /public/api/v2/cameraphone/cameras/{id}/notification-settings': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/notification-settings': async () => ({ body: { isStatusNotified: true } }),
  'GET /public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings': async () => ({ file: 'human' }),
  'PATCH /public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings': async () => ({
    file: 'human',
    body: { isEnabled: false },
  }),
  'GET /public/api/v2/cameraphone/cameras/{id}/motion-detection': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/motion-detection': async () => ({ body: { sensitivity: 3 } }),
  'GET /public/api/v3/cameras/{id}/detections': plain,
  'PATCH /public/api/v3/cameras/{id}/detections/{type}': async () => ({ file: 'human', body: { sensitivity: 3 } }),
  'GET /public/api/v3/cameras/{id}/sound-detections': plain,
  'GET /public/api/v3/cameras/{id}/plug-in-detections': plain,
  'PATCH /public/api/v3/cameras/{id}/plug-in-detections/{type}': async () => ({ file: 'fire', body: { confidence: 0.5 } }),
  'PATCH /public/api/v3/cameras/{id}/sound-detections/{type}': async () => ({ file: 'loudNoise', body: { sensitivity: 3 } }),
  // An answer that goes on can't be compared: a user with access is refused for the content of the request.
  'POST /public/api/v3/cameras/{id}/detections/{type}/tests': async () => ({ file: 'human', body: { sensitivity: 11 } }),
  'POST /public/api/v3/cameras/{id}/detections/{type}/replays': async () => ({ file: 'human', body: { sensitivity: 11 } }),
  'GET /public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings': plain,
  'POST /public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings': async () => ({ body: { lengthSeconds: 45 } }),
  'GET /public/api/v3/cameras/{id}/timelapses/{eventId}/video.mp4': async ({ db, server, cameraId }) => ({
    file: await insertFilm(db, server.config.dataDir, cameraId),
  }),
  'GET /public/api/v3/cameras/{id}/home-mqtt': plain,
  'PATCH /public/api/v3/cameras/{id}/home-mqtt': async () => ({ body: { isEnabled: false } }),
  'GET /public/api/v2/cameraphone/cameras/{id}/sd-card': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/sd-card': async () => ({ body: { recording: 'always' } }),
  'POST /public/api/v2/cameraphone/cameras/{id}/sd-card/format': plain,
  'POST /public/api/v2/cameraphone/cameras/{id}/sd-card/erase': plain,
  'GET /public/api/v3/cameras/{id}/sd-card/videos': plain,
  'GET /public/api/v3/cameras/{id}/sd-card/videos/{videoId}': async () => ({ file: '1768478400000' }),
  'PUT /public/api/v3/agent/uploads/{uploadId}': async () => ({ file: 'x'.repeat(43) }),
  'POST /public/api/v2/cameraphone/registration/token': async () => ({ body: {} }),
  'POST /public/api/v2/cameraphone/watchpost-cameras/registration/token/by-serial': async () => ({
    body: { serialNumber: createTestDevice().serialNumber },
  }),
  'POST /public/api/v3/registrations': async ({ server, ownerId }) => {
    const headers = { authorization: `Bearer ${await server.openSession(ownerId)}` };
    const response = await server.call(createRegistrationToken, { headers, body: {} });
    const { registrationToken } = registrationTokenAnswer.parse(await response.json());
    return { body: { registrationToken, source: createTestDevice().source(registrationToken) } };
  },
  'GET /public/api/v3/registrations/{id}': async ({ server, ownerId }) => {
    const headers = { authorization: `Bearer ${await server.openSession(ownerId)}` };
    const { registrationId } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
    );
    return { cameraId: registrationId };
  },
  // An address that no camera can have, refused before anything is sent.
  'POST /public/api/v3/registrations/local': async () => ({ body: { address: '192.0.2.1' } }),
  'POST /public/api/v3/registrations/probe': async () => ({ body: { source: { kind: 'rtsp', url: 'http://192.0.2.1/' } } }),
  'POST /public/api/v3/registrations/discovery': plain,
  // A camera outside all search results.
  'POST /public/api/v3/registrations/discovery/picture': async () => ({ body: { address: 'http://192.0.2.1/onvif/device_service' } }),
  'GET /public/api/v3/agent': async () => ({ isUpgrade: true }),
  'GET /public/api/v2/cameraphone/cameras/locations': plain,
  'POST /public/api/v2/cameraphone/cameras/locations': async ({ cameraId }) => ({
    body: {
      locations: [{ id: 'shop', order: 1, title: 'Shop' }],
      rooms: [],
      cameras: [{ id: cameraId, order: 1, locationId: 'shop', roomId: null }],
    },
  }),
  'GET /public/api/v2/cameraphone/cameras/{id}/firmware/latest': plain,
  'POST /public/api/v2/cameraphone/cameras/{id}/firmware/update': plain,
  'GET /public/api/v3/agent/firmware/{version}': async () => ({ file: '1.0.0' }),
  'GET /public/api/v2/cameraphone/cameras/{id}/ptz': plain,
  'POST /public/api/v2/cameraphone/cameras/{id}/ptz/move': async () => ({
    body: { steererId: 'page-0001', sequence: 0, pan: 0.5, tilt: 0, zoom: 0 },
  }),
  'POST /public/api/v2/cameraphone/cameras/{id}/ptz/go': async () => ({ body: { steererId: 'page-0001', target: { kind: 'home' } } }),
  'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/home': plain,
  'POST /public/api/v2/cameraphone/cameras/{id}/ptz/presets': async () => ({ body: { name: 'Gate' } }),
  'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}': async () => ({ file: '1', body: { name: 'Gate' } }),
  'DELETE /public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}': async () => ({ file: '1' }),
  'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/patrol': async () => ({
    body: { presetIds: ['1', '2'], dwellSeconds: 30, isRunning: false },
  }),
  'GET /public/api/v3/operator': plain,
  'GET /public/api/v3/operator/overview': plain,
  'GET /public/api/v3/operator/settings': plain,
  'PUT /public/api/v3/operator/settings/{name}': async () => ({ file: 'offlineNoticeSeconds', body: { value: '61' } }),
  'GET /public/api/v3/operator/audit-log': plain,
  'GET /public/api/v3/operator/audit-log/export.csv': plain,
  'GET /public/api/v3/video-wall': plain,
  'PUT /public/api/v3/video-wall': async ({ cameraId }) => ({
    body: { scope: 'device', arrangement: { layout: '4', cameraIds: [cameraId, null], cycleSeconds: 0 } },
  }),
  'DELETE /public/api/v3/video-wall/device': plain,
  'GET /public/api/v3/access-log': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}` }),
  'GET /public/api/v3/access-log/counts': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}` }),
  'GET /public/api/v3/access-log/export.csv': async ({ cameraId }) => ({ query: `?cameraId=${cameraId}` }),
};

/** Starts a sign-in by device code, for the actor to decide on. */
async function userCodeOf({ server, db }: Scene): Promise<Attempt> {
  await forgetLimits(db);
  const started = await server.call(startDeviceAuthorization, { body: { deviceName: 'Backup', deviceId: randomUUID() } });
  const { userCode } = deviceAuthorizationAnswer.parse(await started.json());
  return { body: { userCode } };
}

const qualityReport: QualityReport = {
  viewId: '0'.repeat(32),
  sequence: 0,
  page: 'app',
  startupMs: 400,
  watchedMs: 1_000,
  stallCount: 0,
  stallMs: 0,
  latencyP50Ms: null,
  latencyP95Ms: null,
  framesDecoded: 25,
  framesDropped: 0,
  transport: 'websocket',
  transports: ['websocket'],
  transportSwitches: 0,
  renditionSwitches: 0,
  errors: {},
  browser: 'chrome',
  browserVersion: 141,
  system: 'linux',
  elementVersion: '0.0.0',
};

/** Resets the limits, because the matrix requests more codes than a user may. */
async function forgetLimits(db: Db): Promise<void> {
  await db.deleteFrom('login_attempts').execute();
}

function isSignedIn({ headers }: Scene): boolean {
  return headers['authorization'] !== undefined;
}

/** Returns the code that a call mails; any six digits for an actor who can't request one. */
async function codeFor(scene: Scene, email: string, ask: () => Promise<Response>): Promise<string> {
  await forgetLimits(scene.db);
  return isSignedIn(scene) ? scene.server.mailedCode(email, ask) : '000000';
}

/** Returns the subscription of a browser that receives nothing. */
function browserSubscription(): string {
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return JSON.stringify({ endpoint: `https://push.invalid/${randomUUID()}`, expirationTime: null, keys });
}

function rangeOf({ recordedFrom, recordedTo }: LiveCamera): string {
  return `?from=${recordedFrom}&to=${recordedTo}`;
}

/** The owner saves a moment of the camera. */
async function insertBookmark({ db, cameraId, ownerId }: Scene): Promise<string> {
  const id = newId('bmk');
  await db.insertInto('bookmarks').values({ id, customer_id: ownerId, camera_id: cameraId, at_ms: 1, note: '', created_at: 1 }).execute();
  return id;
}

let savedClips = 0;
/** The owner saves another clip of the camera. */
async function insertSavedClip({ db, cameraId, ownerId }: Scene): Promise<string> {
  const id = newId('scl');
  savedClips += 1;
  const row = { id, customer_id: ownerId, camera_id: cameraId, from_ms: 0, to_ms: savedClips, note: '', saved_at: 1 };
  await db.insertInto('saved_clips').values(row).execute();
  return id;
}

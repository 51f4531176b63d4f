import { createManualClock } from '@watchpost/contract/testing';
import type { Clock } from '@watchpost/contract/timing/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import type { CameraRight } from '../../kernel/access/access.ts';
import { loadKeys } from '../../kernel/keys.ts';
import { createTokens, signGuestToken } from '../../kernel/tokens.ts';
import { insertCamera, insertCustomer, insertGrant, insertGuest, insertInvite } from '../people.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

/** What each call requires of its camera: a new one is added here. Calls that anyone who sees the camera can make are not listed. */
const expected: Readonly<Record<Exclude<CameraRight, 'view'>, readonly string[]>> = {
  watch: [
    'GET /public/api/v3/cameras/{id}/live/access',
    'GET /public/api/v3/cameras/{id}/live/index.m3u8',
    'GET /public/api/v3/cameras/{id}/live/{file}',
    'GET /public/api/v3/cameras/{id}/preview.jpg',
    'POST /public/api/v3/cameras/{id}/snapshot',
    'POST /public/api/v3/cameras/{id}/whep',
    'POST /public/api/v3/quality-reports',
  ],
  archive: [
    'GET /public/api/v3/cameras/{id}/archive/access',
    'GET /public/api/v3/cameras/{id}/archive/clip.json',
    'GET /public/api/v3/cameras/{id}/archive/clip.mp4',
    'GET /public/api/v3/cameras/{id}/archive/days',
    'GET /public/api/v3/cameras/{id}/archive/footage',
    'GET /public/api/v3/cameras/{id}/archive/index.m3u8',
    'GET /public/api/v3/cameras/{id}/archive/preview.jpg',
    'GET /public/api/v3/cameras/{id}/archive/snapshot.jpg',
    'GET /public/api/v3/cameras/{id}/archive/{file}',
    'GET /public/api/v3/cameras/{id}/sd-card/videos',
    'GET /public/api/v3/cameras/{id}/sd-card/videos/{videoId}',
    'GET /public/api/v3/cameras/{id}/timelapses/{eventId}/video.mp4',
  ],
  events: ['GET /public/api/v3/cameras/{id}/events/timeline', 'GET /public/api/v3/cameras/{id}/events/{eventId}/picture.jpg'],
  move: [
    'GET /public/api/v2/cameraphone/cameras/{id}/ptz',
    'POST /public/api/v2/cameraphone/cameras/{id}/ptz/go',
    'POST /public/api/v2/cameraphone/cameras/{id}/ptz/move',
  ],
  settings: [
    'DELETE /public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}',
    'DELETE /public/api/v3/cameras/{id}/events/{eventId}/false-alarm',
    'GET /public/api/v2/cameraphone/cameras/{id}/firmware/latest',
    'GET /public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings',
    'GET /public/api/v2/cameraphone/cameras/{id}/settings/device',
    'PATCH /public/api/v2/cameraphone/cameras/{id}',
    'PATCH /public/api/v2/cameraphone/cameras/{id}/motion-detection',
    'PATCH /public/api/v2/cameraphone/cameras/{id}/sd-card',
    'PATCH /public/api/v2/cameraphone/cameras/{id}/settings',
    'PATCH /public/api/v2/cameraphone/cameras/{id}/settings/device',
    'PATCH /public/api/v3/cameras/{id}/detections/{type}',
    'PATCH /public/api/v3/cameras/{id}/plug-in-detections/{type}',
    'PATCH /public/api/v3/cameras/{id}/sound-detections/{type}',
    'POST /public/api/v2/cameraphone/cameras/{id}/firmware/update',
    'POST /public/api/v2/cameraphone/cameras/{id}/ptz/presets',
    'POST /public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings',
    'POST /public/api/v2/cameraphone/cameras/{id}/restart',
    'POST /public/api/v3/cameras/{id}/detections/{type}/replays',
    'POST /public/api/v3/cameras/{id}/detections/{type}/tests',
    'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/home',
    'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/patrol',
    'PUT /public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}',
    'PUT /public/api/v2/cameraphone/cameras/{id}/settings/network',
    'PUT /public/api/v3/cameras/{id}/events/{eventId}/false-alarm',
  ],
  'manage-access': [],
  'delete-data': [
    'DELETE /public/api/v3/cameras/{id}/archive/footage',
    'GET /public/api/v3/cameras/{id}/home-mqtt',
    'PATCH /public/api/v3/cameras/{id}/home-mqtt',
    'POST /public/api/v2/cameraphone/cameras/{id}/sd-card/erase',
    'POST /public/api/v2/cameraphone/cameras/{id}/sd-card/format',
  ],
};

const allRights: readonly CameraRight[] = ['view', 'watch', 'archive', 'events', 'move', 'settings', 'manage-access', 'delete-data'];
const noon = Date.UTC(2026, 0, 15, 12);
const clock = createManualClock(noon);
let isCalling = false;
let isPassing = false;
/** A call may wait for its camera, which never comes: as soon as it has set a timer, that time passes. */
const hastyClock: Clock = {
  now: clock.now,
  monotonic: clock.monotonic,
  after: (delayMs, callback) => {
    const cancel = clock.after(delayMs, callback);
    // What repeats sets its next timer while time passes.
    if (isCalling && !isPassing) setImmediate(() => pass(delayMs));
    return cancel;
  },
};
function pass(milliseconds: number): void {
  isPassing = true;
  clock.advance(milliseconds);
  isPassing = false;
}
const closed = { daily_from: 13 * 60, daily_until: 14 * 60 } as const;

let server: TestServer;
let db: Db;
let ownerId: string;
let viewerId: string;
let cameraId: string;
let session: string;

beforeAll(async () => {
  server = await startTestServer({ clock: hastyClock });
  db = openDatabase(locateDatabase(server.config));
  ownerId = await insertCustomer(db, 'owner@example.com');
  viewerId = await insertCustomer(db, 'viewer@example.com');
  cameraId = await insertCamera(db, ownerId, { time_zone: 'UTC' });
  session = await server.openSession(viewerId);
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});
beforeEach(() => db.deleteFrom('camera_grants').execute());

interface CameraCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly right: CameraRight;
  readonly access: string;
}
const cameraCalls = (): CameraCall[] =>
  server.server.app.contractRoutes
    .filter(({ options }) => options.access === 'camera' || options.access === 'media' || options.access === 'viewer')
    .map(({ endpoint: { method, path }, options }) => ({
      name: `${method} ${path}`,
      method,
      path: path.replace('{id}', cameraId).replaceAll(/\{\w+\}/g, '1') + (options.access === 'viewer' ? `?cameraId=${cameraId}` : ''),
      right: options.right ?? 'view',
      access: options.access,
    }));
/** Makes a call with nothing in it, which is validated after it was authorized. Returns the refusal, or null. */
const refusalOf = async ({ method, path }: CameraCall, token: string): Promise<string | null> => {
  isCalling = true;
  const response = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  isCalling = false;
  // However long it took, it stays noon.
  clock.setWallClock(noon);
  const text = await response.text();
  if (response.status !== 401 && response.status !== 403) return null;
  const { error }: { error: { code: string } } = JSON.parse(text);
  return error.code;
};

test('every call of a camera requires what is decided here', () => {
  const rights = Object.fromEntries(
    allRights.slice(1).map((right) => [
      right,
      cameraCalls()
        .filter((call) => call.right === right && !call.path.includes('/invites') && !call.path.includes('/customers'))
        .map(({ name }) => name)
        .sort(),
    ]),
  );
  expect(rights).toEqual(expected);
});

const forbidden = 'forbidden';
const later = 'access-outside-hours';
const none = {
  watch: null,
  archive: null,
  events: null,
  move: forbidden,
  settings: forbidden,
  'manage-access': forbidden,
  'delete-data': forbidden,
};
const full = { ...none, move: null, settings: null, 'manage-access': null };
test.each([
  ['view only', {}, none],
  ['view only, without the archive', { with_archive: 0 }, { ...none, archive: 'no-archive-access', events: 'no-archive-access' }],
  ['view only, with the right to move', { with_ptz: 1 }, { ...none, move: null }],
  ['view only, outside of its hours', closed, { ...none, watch: later, archive: later, events: later, move: later }],
  ['full access', { access: 'full' }, full],
  [
    'full access, outside of its hours',
    { ...closed, access: 'full' },
    { ...full, watch: later, archive: later, events: later, move: later },
  ],
] as const)('%s', async (_, grant, refusals) => {
  for (const call of cameraCalls()) {
    // One of the calls gives the access up.
    await db.deleteFrom('camera_grants').execute();
    await insertGrant(db, cameraId, viewerId, grant);
    expect([call.name, await refusalOf(call, session)]).toEqual([call.name, { view: null, ...refusals }[call.right]]);
  }
});

test.each([
  ['in the hours of the link', {}, null],
  ['outside of them', closed, later],
] as const)('a guest, %s: watches, and nothing else', async (_, link, watching) => {
  const inviteId = await insertInvite(db, cameraId, ownerId, { access: 'full', with_ptz: 1, ...link });
  const guestId = await insertGuest(db, inviteId);
  const token = signGuestToken(createTokens(loadKeys(server.config).tokens), { guestId, inviteId, exp: clock.now() + 60_000 });
  for (const call of cameraCalls()) {
    const refusals = { ...none, watch: watching, archive: watching, events: watching, move: watching ?? forbidden, view: null };
    const refusal = call.access === 'camera' ? 'unauthorized' : refusals[call.right];
    expect([call.name, await refusalOf(call, token)]).toEqual([call.name, refusal]);
  }
});

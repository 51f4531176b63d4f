import type { Invite } from '@watchpost/sdk-core';
import { buildCamera, buildGrant, buildInvite, createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import type { FakeClock, FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShareController } from './sharing-controller.ts';
import type { ShareClient, ShareController, ShareOptions } from './sharing-controller.ts';
import { createInvite, emailInvite, updateInvite } from './testing/share-endpoints.ts';

const yard = buildCamera({ id: 'yard', title: 'Yard' });
const gate = buildCamera({ id: 'gate', title: 'Gate', timeZone: 'Asia/Tokyo' });
const foreign = buildCamera({ id: 'foreign', title: 'Hall', isOwner: false, isFullAccess: false, grant: buildGrant() });
let client: ShareClient;
let server: FakeServer;
let clock: FakeClock;
let share: ShareController;

beforeEach(async () => {
  clock = createFakeClock();
  const made = createTestClient({ clock });
  ({ server } = made);
  client = made.client;
  server.cameras = [yard, gate, foreign];
  await signIn(made.client, server);
});
afterEach(() => share.dispose());

function open(options: Partial<ShareOptions> = {}): ShareController {
  share = createShareController({ client, clock, cameras: server.cameras, ...options });
  return share;
}
const ids = (): string[] => share.chosen.value.map(({ id }) => id);

test('cameras with view-only access cannot be chosen', () => {
  open({ cameraIds: ['foreign', 'yard', 'unknown'] });
  expect(ids()).toEqual(['yard']);
  share.choose(['gate', 'foreign']);
  expect(ids()).toEqual(['gate']);
});

test('the only camera that can be shared is chosen', () => {
  open({ cameras: [yard, foreign] });
  expect(ids()).toEqual(['yard']);
});

test('dates are in the zone of the first camera, and it is known whether that is the zone of all', () => {
  open({ cameraIds: ['yard', 'gate'] });
  expect([share.timeZone.value, share.hasOneZone.value]).toEqual(['Europe/Moscow', false]);
  share.choose(['gate']);
  expect([share.timeZone.value, share.hasOneZone.value]).toEqual(['Asia/Tokyo', true]);
});

test('creates a link once, then updates it', async () => {
  const [onCreated, onUpdated] = [vi.fn<(invite: Invite) => void>(), vi.fn<(invite: Invite) => void>()];
  open({ cameraIds: ['yard'], onCreated, onUpdated });
  share.change({ withAudio: true });
  const saving = share.save();
  // A second click.
  await share.save();
  await saving;
  expect(server.requestsTo(createInvite).map(({ body }) => body)).toMatchObject([{ cameraIds: ['yard'], withAudio: true, access: 'view' }]);
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(share.invite.value);
  expect(share.url.value).toBe(`https://watchpost.test/s/${server.invites[0]?.token}`);
  expect(share.isChanged.value).toBe(false);

  share.change({ withAudio: false });
  expect(share.isChanged.value).toBe(true);
  share.change({ withAudio: true });
  expect(share.isChanged.value).toBe(false);
  share.choose(['yard', 'gate']);
  expect(share.isChanged.value).toBe(true);
  await share.save();
  expect(server.requestsTo(updateInvite).map(({ body }) => body)).toMatchObject([{ cameraIds: ['yard', 'gate'] }]);
  expect(onUpdated).toHaveBeenCalledOnce();
  expect([share.isChanged.value, server.invites.length]).toEqual([false, 1]);
});

test('a link that was saved keeps its end while time passes', async () => {
  open({ cameraIds: ['yard'] });
  await share.save();
  const expiresAt = server.invites[0]?.expiresAt;
  await clock.advance(60_000);
  expect([share.options.value.expiresAt, share.isChanged.value]).toEqual([expiresAt, false]);
});

test('until it is created, a link ends that much after now', async () => {
  open({ cameraIds: ['yard'] });
  const before = share.options.value.expiresAt ?? 0;
  await clock.advance(60_000);
  expect(share.options.value.expiresAt).toBe(before + 60_000);
});

test('a failure keeps everything that was entered; a change or the network’s return clears its message', async () => {
  open({ cameraIds: ['yard'] });
  share.change({ label: 'Courier', withAudio: true });
  server.offline = true;
  await share.save();
  expect(share.work.value).toMatchObject({ kind: 'failed', error: { code: 'network' } });
  expect(share.draft.value).toMatchObject({ label: 'Courier', withAudio: true });
  share.forgetNetworkError();
  expect(share.work.value.kind).toBe('idle');
  server.offline = false;
  server.answerNext(createInvite, 'share-exceeds-access');
  await share.save();
  expect(share.work.value).toMatchObject({ kind: 'failed', error: { code: 'share-exceeds-access' } });
  share.change({ withAudio: false });
  expect(share.work.value.kind).toBe('idle');
  await share.save();
  expect(server.invites).toMatchObject([{ label: 'Courier', withAudio: false }]);
});

test('with a problem nothing is sent, and the problem is shown', async () => {
  open({ cameraIds: ['yard'] });
  share.change({ expiry: 'moment' });
  expect(share.hasTried.value).toBe(false);
  await share.save();
  expect([share.hasTried.value, share.problems.value.expiry, server.requestsTo(createInvite).length]).toEqual([true, 'moment-missing', 0]);
});

test('edits a link of the user, starting from what it gives', async () => {
  const invite = buildInvite({
    id: 'mine',
    cameras: [{ id: 'gate', title: 'Gate' }],
    label: 'Courier',
    withAudio: false,
    expiresAt: clock.now() + 999,
  });
  server.invites = [invite];
  open({ invite });
  expect(ids()).toEqual(['gate']);
  expect(share.draft.value).toMatchObject({ label: 'Courier', withAudio: false, expiry: 'current' });
  expect(share.isChanged.value).toBe(false);
  share.change({ access: 'full' });
  await share.save();
  expect(server.invites).toMatchObject([{ id: 'mine', access: 'full', expiresAt: invite.expiresAt }]);
  expect(server.requestsTo(createInvite)).toHaveLength(0);
});

test('the cameras are requested again after a failure', async () => {
  open({ cameras: undefined });
  server.offline = true;
  await share.loadCameras();
  expect(share.cameras.value.kind).toBe('failed');
  server.offline = false;
  await share.loadCameras();
  expect(share.cameras.value).toMatchObject({ kind: 'ready', cameras: [yard, gate, foreign] });
});

test('sends the link by e-mail, and says when it failed', async () => {
  open({ cameraIds: ['yard'] });
  await share.save();
  server.answerNext(emailInvite, 'too-many-requests');
  await share.sendEmail('boris@example.com', 'ru');
  expect(share.email.value).toMatchObject({ kind: 'failed', error: { code: 'too-many-requests' } });
  await share.sendEmail('boris@example.com', 'ru');
  expect(share.email.value).toEqual({ kind: 'sent', email: 'boris@example.com' });
  expect(server.requestsTo(emailInvite).at(-1)?.body).toEqual({ email: 'boris@example.com', locale: 'ru' });
});

test('a user without sound cannot give it', async () => {
  const limited = buildCamera({ id: 'limited', isOwner: false, grant: buildGrant({ access: 'full', withAudio: false }) });
  open({ cameras: [yard, limited], cameraIds: ['yard', 'limited'] });
  share.change({ withAudio: true });
  expect(share.draft.value.withAudio).toBe(false);
  share.choose(['yard']);
  share.change({ withAudio: true });
  expect(share.draft.value.withAudio).toBe(true);
});

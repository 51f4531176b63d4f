import {
  changeEmail,
  deleteAccount,
  requestDeletionCode,
  requestEmailCode,
  signOutDevice,
  updateProfile,
} from '@watchpost/contract/endpoints/account';
import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import { describe, expect, test } from 'vitest';
import { createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  return parts;
}

async function twoTabs() {
  const tabs = createFakeTabs();
  const first = createTestClient({ storage: tabs.storage, locks: tabs.locks, crossTab: tabs.openTab() });
  await signIn(first.client, first.server);
  const second = createTestClient({
    storage: tabs.storage,
    locks: tabs.locks,
    crossTab: tabs.openTab(),
    server: first.server,
    clock: first.clock,
  });
  let reloads = 0;
  second.client.session.onSubjectChanged(() => (reloads += 1));
  return { ...first, tabs, other: second.client, reloads: () => reloads };
}

test('the profile is read, and its language and time zone are saved', async () => {
  const { client, server } = await signedIn();
  expect(await client.account.profile()).toMatchObject({
    customerId: 'customer-anna@example.com',
    email: 'anna@example.com',
    locale: 'en',
  });
  expect(await client.account.saveLocale('ru')).toMatchObject({ locale: 'ru' });
  expect(server.requestsTo(updateProfile)[0]).toMatchObject({
    method: 'PATCH',
    path: '/public/api/v2/cameraphone/customers/profile',
    body: { locale: 'ru' },
  });
  expect(await client.account.saveTimeZone('Asia/Tokyo')).toMatchObject({ locale: 'ru', timeZone: 'Asia/Tokyo' });
  expect(server.requestsTo(updateProfile)[1]?.body).toEqual({ timeZone: 'Asia/Tokyo' });
  await expect(client.account.saveTimeZone('Mars/Base')).rejects.toMatchObject({ code: 'invalid-request' });
  expect(await client.account.profile()).toMatchObject({ locale: 'ru', timeZone: 'Asia/Tokyo' });
});

describe('changing the e-mail', () => {
  test('requires a code, and the session follows here and in other tabs without a reload', async () => {
    const { client, server, clock, other, reloads } = await twoTabs();
    expect(await client.account.requestEmailCode('new@example.com')).toEqual({ resendAfterSeconds: 60 });
    expect(server.requestsTo(requestEmailCode).at(-1)?.body).toEqual({ email: 'new@example.com' });
    expect(await client.account.changeEmail({ email: 'new@example.com', code: '123456' })).toMatchObject({ email: 'new@example.com' });
    expect(server.requestsTo(changeEmail)[0]?.body).toEqual({ email: 'new@example.com', otp: '123456' });
    await clock.settle();
    for (const session of [client.session, other.session])
      expect(session.current.value).toMatchObject({ customerId: 'customer-anna@example.com', email: 'new@example.com' });
    expect(reloads()).toBe(0);
    // The other tab still has its tokens.
    expect(await other.account.profile()).toMatchObject({ email: 'new@example.com' });
    expect(server.requestsTo(refreshSession)).toHaveLength(0);
  });

  test('fails for a taken address and for a wrong code, and changes nothing', async () => {
    const { client, server, clock } = await signedIn();
    await signIn(createTestClient({ server, clock }).client, server, 'boris@example.com');
    await expect(client.account.requestEmailCode('boris@example.com')).rejects.toMatchObject({
      code: 'email-in-use',
      message: 'This email is already in use',
    });
    await expect(client.account.changeEmail({ email: 'new@example.com', code: '000000' })).rejects.toMatchObject({
      code: 'invalid-code',
      message: 'Invalid or expired code',
    });
    expect(client.session.current.value?.email).toBe('anna@example.com');
  });

  test('is not reverted by a refresh that started earlier', async () => {
    const { client, server, clock, tabs } = await twoTabs();
    // The refresh is answered late, with the old address.
    server.answerNext(refreshSession, async () => {
      await new Promise<void>((resolve) => void clock.after(1_000, resolve));
      return Response.json({
        access_token: 'late',
        refresh_token: 'late',
        expires_in: 900,
        customer_id: 'customer-anna@example.com',
        email: 'anna@example.com',
        analytics_id: 'a',
      });
    });
    await clock.advance(890_000);
    const refreshing = client.session.accessToken();
    await clock.settle();
    const stored: object = JSON.parse(tabs.storage.get('session') ?? '{}');
    tabs.storage.set('session', JSON.stringify({ ...stored, email: 'new@example.com' }));
    await clock.advance(1_000);
    expect(await refreshing).toBe('late');
    expect(client.session.current.value?.email).toBe('new@example.com');
  });

  test('does not affect another user who signed in before the answer', async () => {
    const { client, server, clock } = await signedIn();
    server.latency = 100;
    const change = client.account.changeEmail({ email: 'new@example.com', code: '123456' });
    await clock.advance(50);
    server.latency = 0;
    await signIn(client, server, 'boris@example.com');
    await clock.advance(100);
    await change;
    expect(client.session.current.value).toMatchObject({ customerId: 'customer-boris@example.com', email: 'boris@example.com' });
  });
});

describe('deleting the account', () => {
  test('returns a summary, requires a new code, and ends the session in every tab without a sign-out request', async () => {
    const { client, server, clock, tabs, other, reloads } = await twoTabs();
    server.deletionSummary = { ownedCameras: 2, sharedCameras: 1, peopleLosingAccess: 3, footageBytes: 5, graceDays: 7 };
    expect(await client.account.deletionSummary()).toEqual(server.deletionSummary);
    await client.account.requestDeletionCode();
    expect(server.requestsTo(requestDeletionCode)).toHaveLength(1);
    const ends: string[] = [];
    client.session.onEnded((reason) => ends.push(reason));
    await client.account.deleteAccount({ code: '123456' });
    expect(server.requestsTo(deleteAccount)[0]?.body).toEqual({ otp: '123456' });
    expect(server.requestsTo(signOut)).toHaveLength(0);
    expect(ends).toEqual(['signed-out']);
    await clock.settle();
    expect(tabs.storage.get('session')).toBeNull();
    expect(JSON.parse(tabs.storage.get('device') ?? '{}')).toMatchObject({ token: null });
    expect([client.session.current.value, other.session.current.value, reloads()]).toEqual([null, null, 1]);
  });

  test('fails with a wrong code, and neither deletes nor ends anything', async () => {
    const { client } = await signedIn();
    await expect(client.account.deleteAccount({ code: '000000' })).rejects.toMatchObject({ code: 'invalid-code' });
    expect(client.session.current.value).not.toBeNull();
  });

  test('does not affect the session of another user who signed in before the answer', async () => {
    const { client, server, clock } = await signedIn();
    server.latency = 100;
    const deletion = client.account.deleteAccount({ code: '123456' });
    await clock.advance(50);
    server.latency = 0;
    await signIn(client, server, 'boris@example.com');
    await clock.advance(100);
    await deletion;
    expect(client.session.current.value?.email).toBe('boris@example.com');
  });

  test('is canceled by signing in, which reports that once', async () => {
    const { client, server } = await signedIn();
    await client.account.deleteAccount({ code: '123456' });
    const again = { email: 'anna@example.com', code: '123456' };
    expect(await client.session.confirmCode(again)).toMatchObject({ isRestored: true, email: 'anna@example.com' });
    expect(await client.session.confirmCode(again)).toMatchObject({ isRestored: false });
    expect(server.requestsTo(signOut)).toHaveLength(0);
    expect(client.session.current.value).not.toHaveProperty('isRestored');
  });
});

describe('devices', () => {
  async function twoDevices() {
    const here = await signedIn();
    const there = createTestClient({ server: here.server, clock: here.clock });
    await signIn(there.client, here.server);
    const devices = await here.client.account.devices();
    return { ...here, there: there.client, devices };
  }

  test('are listed, with this one marked', async () => {
    const { devices } = await twoDevices();
    expect(devices.map(({ name, isCurrent }) => ({ name, isCurrent }))).toEqual([
      { name: 'web', isCurrent: true },
      { name: 'web', isCurrent: false },
    ]);
  });

  test('another is signed out by its id, and its next call fails with an expired session', async () => {
    const { client, server, there, devices } = await twoDevices();
    const other = devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await client.account.signOutDevice(other);
    expect(server.requestsTo(signOutDevice)[0]?.path).toBe(`/public/api/v2/cameraphone/customers/devices/${other}`);
    await expect(there.account.profile()).rejects.toMatchObject({ code: 'session-expired' });
    expect(there.session.current.value).toBeNull();
    expect(await client.account.devices()).toHaveLength(1);
  });

  test('all others are signed out in one call', async () => {
    const { client, there } = await twoDevices();
    await client.account.signOutOtherDevices();
    await expect(there.account.profile()).rejects.toMatchObject({ code: 'session-expired' });
    expect(await client.account.devices()).toHaveLength(1);
  });

  test('passing this device’s own id signs out here', async () => {
    const { client, server, devices } = await twoDevices();
    const ends: string[] = [];
    client.session.onEnded((reason) => ends.push(reason));
    await client.account.signOutDevice(devices.find(({ isCurrent }) => isCurrent)?.id ?? '');
    expect(ends).toEqual(['signed-out']);
    expect(server.requestsTo(signOut)).toHaveLength(1);
    expect(server.requestsTo(signOutDevice)).toHaveLength(0);
  });
});

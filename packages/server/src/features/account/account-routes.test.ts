import { getProfile, listDevices, signOutDevice, signOutOtherDevices, updateProfile } from '@watchpost/contract/endpoints/account';
import { refreshSession, requestCode } from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { deviceListSchema, profileSchema, type SignedInDevice } from '@watchpost/contract/schemas/account';
import { randomUUID } from 'node:crypto';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0';
const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const minute = 60_000;

describeDatabases('profile and devices', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock();
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, clock });
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const profileOf = async ({ headers }: Pick<TestSession, 'headers'>) =>
    profileSchema.parse(await (await server.call(getProfile, { headers })).json());
  const devicesOf = async ({ headers }: Pick<TestSession, 'headers'>): Promise<SignedInDevice[]> =>
    deviceListSchema.parse(await (await server.call(listDevices, { headers })).json());
  const signOutOf = async ({ headers }: TestSession, deviceId: string) =>
    server.call({ method: signOutDevice.method, path: fillPath(signOutDevice.path, { deviceId }) }, { headers });
  const isIn = async (session: TestSession): Promise<boolean> =>
    (await server.call(getProfile, { headers: session.headers })).status === 200;
  const refresh = async (session: TestSession) =>
    (await server.call(refreshSession, { body: { refreshToken: session.refresh_token } })).status;
  const refreshByDevice = async ({ deviceId, deviceToken, email }: TestSession) =>
    (
      await server.call(refreshSession, {
        body: { grant_type: 'device_token', device_id: deviceId, device_token: deviceToken, username: email },
      })
    ).status;

  test('a profile has the address, and the language of the first sign-in', async () => {
    const session = await server.signIn('anna@example.com', { language: 'ru' });
    expect(await profileOf(session)).toEqual({
      customerId: session.customer_id,
      email: 'anna@example.com',
      locale: 'ru',
      timeZone: null,
      createdAt: clock.now(),
    });
  });

  test('the language is saved, for the next sign-in and for e-mail messages; other fields are read-only', async () => {
    const session = await server.signIn('language@example.com', { language: 'ru' });
    const save = (body: unknown) => server.call(updateProfile, { body, headers: session.headers });
    const saved = await save({ locale: 'en' });
    expect([saved.status, profileSchema.parse(await saved.json()).locale]).toEqual([200, 'en']);
    expect((await profileOf(await server.signIn('language@example.com', { language: 'ru' }))).locale).toBe('en');
    for (const wrong of [
      { locale: 'de' },
      { locale: 'ru', email: 'eve@example.com' },
      { locale: 'ru', customerId: 'cus_1' },
      { timeZone: 'Mars/Base' },
      { timeZone: null },
      { timeZone: 'Z'.repeat(65) },
      {},
      null,
    ])
      expect((await save(wrong)).status).toBe(422);
    expect(await profileOf(session)).toMatchObject({ email: 'language@example.com', locale: 'en' });
  });

  test('the time zone is saved, alone or with the language, and neither overwrites the other', async () => {
    const session = await server.signIn('zone@example.com', { language: 'ru' });
    const save = async (body: unknown) =>
      profileSchema.parse(await (await server.call(updateProfile, { body, headers: session.headers })).json());
    expect(await save({ timeZone: 'Asia/Tokyo' })).toMatchObject({ locale: 'ru', timeZone: 'Asia/Tokyo' });
    expect(await save({ locale: 'en' })).toMatchObject({ locale: 'en', timeZone: 'Asia/Tokyo' });
    expect(await save({ locale: 'ru', timeZone: 'Europe/Berlin' })).toMatchObject({ locale: 'ru', timeZone: 'Europe/Berlin' });
    expect(await profileOf(session)).toMatchObject({ timeZone: 'Europe/Berlin' });
  });

  test('devices list browser, system, sign-in and last use; the caller’s is marked', async () => {
    const first = await server.signIn('devices@example.com', { userAgent: firefoxOnWindows });
    const signedInAt = clock.now();
    clock.advance(10 * minute);
    const second = await server.signIn('devices@example.com', { userAgent: chromeOnAndroid });
    clock.advance(minute);
    const common = { name: 'test', signedInAt };
    expect(await devicesOf(second)).toEqual([
      {
        ...common,
        id: second.deviceId,
        browser: 'Chrome',
        system: 'Android',
        isCurrent: true,
        signedInAt: signedInAt + 10 * minute,
        lastSeenAt: signedInAt + 10 * minute,
      },
      { ...common, id: first.deviceId, browser: 'Firefox', system: 'Windows', isCurrent: false, lastSeenAt: signedInAt },
    ]);
    // A refresh counts as use, also one with the device's own secret.
    expect(await refresh(first)).toBe(200);
    expect((await devicesOf(first)).find(({ isCurrent }) => isCurrent)).toMatchObject({
      id: first.deviceId,
      signedInAt,
      lastSeenAt: signedInAt + 11 * minute,
    });
    clock.advance(minute);
    expect(await refreshByDevice(second)).toBe(200);
    expect((await devicesOf(second)).map(({ id, lastSeenAt }) => [id, lastSeenAt])).toEqual([
      [second.deviceId, signedInAt + 12 * minute],
      [first.deviceId, signedInAt + 11 * minute],
    ]);
  });

  test('the User-Agent is shown as plain text, or not at all', async () => {
    const list = async (userAgent: string) =>
      (await devicesOf(await server.signIn(`${randomUUID()}@example.com`, { userAgent }))).map(({ browser, system }) => [browser, system]);
    expect(await list('curl/8.5.0')).toEqual([
      [null, null].map(() => expect.toSatisfy((name) => name === null || /^[\w .+-]{1,40}$/.test(String(name)))),
    ]);
    for (const hostile of ['<script>alert(1)</script>', `Mozilla/5.0 (${'a'.repeat(10_000)}`, "' or 1=1 --"]) {
      const [[browser = null, system = null] = []] = await list(hostile);
      for (const name of [browser, system]) expect(name ?? '').toMatch(/^[\p{L}\p{N} .+-]{0,40}$/u);
    }
  });

  test('a device that is signed out has no valid token; the others stay signed in', async () => {
    const first = await server.signIn('one@example.com');
    const second = await server.signIn('one@example.com');
    expect((await signOutOf(first, second.deviceId)).status).toBe(204);
    expect([await isIn(second), await refresh(second), await refreshByDevice(second)]).toEqual([false, 401, 401]);
    expect(await isIn(first)).toBe(true);
    expect((await devicesOf(first)).map(({ id }) => id)).toEqual([first.deviceId]);
    expect((await signOutOf(first, second.deviceId)).status).toBe(404);
  });

  test('another session opened with the device’s secret ends with it', async () => {
    const first = await server.signIn('twice@example.com');
    const second = await server.signIn('twice@example.com');
    const reopened = await server.call(refreshSession, {
      body: { grant_type: 'device_token', device_id: second.deviceId, device_token: second.deviceToken, username: second.email },
    });
    const { access_token: accessToken } = (await reopened.json()) as { access_token: string };
    await signOutOf(first, second.deviceId);
    expect((await server.call(getProfile, { headers: { authorization: `Bearer ${accessToken}` } })).status).toBe(401);
  });

  test('an unknown device and another user’s are answered alike', async () => {
    const session = await server.signIn('own@example.com');
    const foreign = await server.signIn('foreign@example.com');
    const answers = await Promise.all([foreign.deviceId, randomUUID(), 'nonsense'].map(async (id) => signOutOf(session, id)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(await isIn(foreign)).toBe(true);
  });

  test('signing out the current device clears its cookies', async () => {
    const session = await server.signIn('self@example.com');
    const answer = await signOutOf(session, session.deviceId);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])).toEqual(['watchpost_session', 'XSRF-TOKEN']);
    expect(await isIn(session)).toBe(false);
  });

  test('signing out all others keeps the caller and other users signed in', async () => {
    const sessions = [
      await server.signIn('all@example.com'),
      await server.signIn('all@example.com'),
      await server.signIn('all@example.com'),
    ];
    const [caller = expect.fail(), ...others] = sessions;
    const stranger = await server.signIn('other-person@example.com');
    expect((await server.call(signOutOtherDevices, { headers: caller.headers })).status).toBe(204);
    for (const other of others) expect([await isIn(other), await refresh(other), await refreshByDevice(other)]).toEqual([false, 401, 401]);
    expect([await isIn(caller), await refresh(caller), await isIn(stranger)]).toEqual([true, 200, true]);
    expect((await devicesOf(caller)).map(({ id }) => id)).toEqual([caller.deviceId]);
  });

  test('a sign-in e-mail message is in the browser’s language, even if the account has another', async () => {
    await server.signIn('language@example.com', { language: 'ru' });
    await server.call(requestCode, { body: { email: 'language@example.com' }, headers: { 'accept-language': 'en' } });
    // The account's own language would reveal that the address is known.
    await expect
      .poll(async () => (await readEmailMessages(place.dataDir, 'language@example.com')).at(-1)?.subject)
      .toContain('is your Watchpost sign-in code');
  });
});

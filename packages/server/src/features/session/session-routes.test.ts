import { confirmCode, refreshSession, requestCode, signOut } from '@watchpost/contract/endpoints/session';
import { listCameras, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { sessionAnswer } from '@watchpost/contract/schemas/session';
import { randomUUID } from 'node:crypto';
import { createManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { readCode } from '../../testing/outbox.ts';
import { insertCustomer } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describeDatabases('session calls', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const codeOf = async (response: Response): Promise<unknown> => {
    const { error } = (await response.json()) as { error: { code: string } };
    return error.code;
  };
  const isSignedIn = async (accessToken: string) =>
    (await server.call(listCameras, { headers: { authorization: `Bearer ${accessToken}` } })).status === 200;

  test('signing in twice is one customer; the e-mail message is in the user’s language and the log contains the code', async () => {
    const first = await server.signIn('anna@example.com');
    const second = await server.signIn('Anna@Example.com'.toLowerCase());
    expect(second.customer_id).toBe(first.customer_id);
    expect(await isSignedIn(first.access_token)).toBe(true);
    const otp = await readCode(server.dataDir, 'anna@example.com');
    expect(server.logLines.join('')).toContain(otp);

    await server.call(requestCode, { body: { email: 'petr@example.com' }, headers: { 'accept-language': 'ru' } });
    await expect.poll(() => server.logLines.join('')).toContain('ваш код входа');
  });

  test('an address is trimmed and lower-cased; an invalid one is refused', async () => {
    expect((await server.call(requestCode, { body: { email: '  Case@Example.COM ' } })).status).toBe(200);
    await expect.poll(() => readCode(server.dataDir, 'case@example.com')).toMatch(/^\d{6}$/);
    for (const email of ['', 'a', 'a@', '@b', 'a@b\r\nBcc: c@d.example', `${'a'.repeat(250)}@b.example`, 5, null]) {
      const response = await server.call(requestCode, { body: { email } });
      expect([response.status, await codeOf(response)]).toEqual([422, 'invalid-request']);
    }
  });

  test('the answer does not reveal whether an address is known', async () => {
    await server.signIn('known@example.com');
    const known = await server.call(requestCode, { body: { email: 'known@example.com' } });
    const unknown = await server.call(requestCode, { body: { email: 'unknown@example.com' } });
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  test('nor do 200 answers, nor their duration', async () => {
    const clock = createManualClock();
    const timed = await startTestServer({ clock, logLevel: 'silent' });
    const bodies = new Set<string>();
    const ask = async (email: string): Promise<number> => {
      const startedAt = performance.now();
      const response = await timed.call(requestCode, { body: { email } });
      bodies.add(`${response.status} ${await response.text()}`);
      return performance.now() - startedAt;
    };
    const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    const db = openDatabase(locateDatabase(timed.config));
    await insertCustomer(db, 'known@example.com');
    await db.destroy();
    const known: number[] = [];
    const unknown: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      // Below the five codes an hour.
      clock.advance(13 * 60_000);
      known.push(await ask('known@example.com'));
      unknown.push(await ask('unknown@example.com'));
    }
    await timed.close();
    expect([...bodies]).toEqual(['200 {"resendAfterSeconds":60}']);
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(10);
  });

  test('a wrong code is 400 in the user’s language', async () => {
    const body = { email: 'nobody@example.com', otp: '000000', deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
    const response = await server.call(confirmCode, { body, headers: { 'accept-language': 'ru-RU,ru;q=0.9' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { code: 'invalid-code', message: 'Код неверен или устарел' } });
  });

  test('a forged X-Forwarded-For does not create new network addresses', async () => {
    const statuses = new Set<number>();
    const waits = new Set<number>();
    for (let count = 0; count < 31; count += 1) {
      const response = await server.call(requestCode, {
        body: { email: `f${count}@example.com` },
        headers: { 'x-forwarded-for': `198.51.100.${count}` },
      });
      statuses.add(response.status);
      waits.add(Number(response.headers.get('retry-after')));
    }
    expect(Math.max(...waits)).toBeGreaterThan(800);
    expect(statuses).toContain(429);
    // A new server, so that the following tests have unused limits.
    await server.close();
    await place.remove();
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
  });

  test('refresh by token, and by the device’s secret when the token is lost', async () => {
    const session = await server.signIn('refresh@example.com');
    const byToken = await server.call(refreshSession, { body: { refreshToken: session.refresh_token, grant_type: 'refresh_token' } });
    expect(byToken.status).toBe(200);
    const device = { grant_type: 'device_token', device_id: session.deviceId, device_token: session.deviceToken, username: session.email };
    const byDevice = await server.call(refreshSession, { body: device });
    expect(byDevice.status).toBe(200);
    const { access_token: accessToken } = (await byDevice.json()) as { access_token: string };
    expect(await isSignedIn(accessToken)).toBe(true);
    for (const over of [{ device_token: 'y'.repeat(36) }, { device_id: randomUUID() }, { username: 'other@example.com' }]) {
      expect((await server.call(refreshSession, { body: { ...device, ...over } })).status).toBe(401);
    }
    expect((await server.call(refreshSession, { body: { refreshToken: 'nonsense' } })).status).toBe(401);
  });

  test('R2 over HTTP: 20 concurrent uses of one refresh token are 20 working sessions', async () => {
    const session = await server.signIn('many@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(refreshSession, { body: { refreshToken: session.refresh_token } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const renewed = await Promise.all(answers.map(async (answer) => sessionAnswer.parse(await answer.json())));
    expect(new Set(renewed.map(({ refresh_token: token }) => token)).size).toBe(1);
    for (const { access_token: token } of renewed) expect(await isSignedIn(token)).toBe(true);
  });

  test('a grandparent token is 401, and then so is the newest, because a token was copied', async () => {
    const session = await server.signIn('copied@example.com');
    const refresh = async (refreshToken: string) => server.call(refreshSession, { body: { refreshToken } });
    const second = sessionAnswer.parse(await (await refresh(session.refresh_token)).json());
    const third = sessionAnswer.parse(await (await refresh(second.refresh_token)).json());
    expect((await refresh(session.refresh_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(401);
    expect(await isSignedIn(third.access_token)).toBe(false);
  });

  test('the sixth guess over HTTP fails even when it is right; parallel guesses do not bypass the limit', async () => {
    const email = 'guessed@example.com';
    const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
    const otp = await server.mailedCode(email, () => server.call(requestCode, { body: { email } }));
    const wrong = Array.from({ length: 20 }, (_, index) => String((Number(otp) + 1 + index) % 1_000_000).padStart(6, '0'));
    const guess = async (code: string) => (await server.call(confirmCode, { body: { email, otp: code, ...device } })).status;
    expect(new Set(await Promise.all(wrong.map(guess)))).toEqual(new Set([400]));
    expect(await guess(otp)).toBe(400);
  });

  test('signing out ends the tokens and the device’s secret', async () => {
    const session = await server.signIn('leave@example.com');
    expect((await server.call(signOut, { headers: session.headers })).status).toBe(204);
    expect(await isSignedIn(session.access_token)).toBe(false);
    expect((await server.call(refreshSession, { body: { refreshToken: session.refresh_token } })).status).toBe(401);
    const device = { grant_type: 'device_token', device_id: session.deviceId, device_token: session.deviceToken, username: session.email };
    expect((await server.call(refreshSession, { body: device })).status).toBe(401);
    expect((await server.call(signOut, { headers: session.headers })).status).toBe(401);
  });

  test('a session survives a restart of the server', async () => {
    const session = await server.signIn('restart@example.com');
    server = await server.restart();
    expect(await isSignedIn(session.access_token)).toBe(true);
    expect((await server.call(refreshSession, { body: { refreshToken: session.refresh_token } })).status).toBe(200);
  });

  test('cookies: readable only by the server, and useless without the page’s token', async () => {
    const session = await server.signIn('cookie@example.com');
    const refreshed = await server.call(refreshSession, { body: { refreshToken: session.refresh_token } });
    const [sessionCookie = '', forgeryCookie = ''] = refreshed.headers.getSetCookie();
    expect(sessionCookie).toMatch(/^watchpost_session=.*; Max-Age=\d+; Path=\/public\/api; HttpOnly; SameSite=Strict$/);
    expect(forgeryCookie).toMatch(/^XSRF-TOKEN=.*; Path=\/; SameSite=Strict$/);
    const pair = (cookie: string) => cookie.split(';', 1)[0] ?? '';
    const cookie = `${pair(sessionCookie)}; ${pair(forgeryCookie)}`;
    const token = decodeURIComponent(pair(forgeryCookie).split('=')[1] ?? '');
    const foreign = await server.signIn('foreign@example.com');
    const foreignRefresh = await server.call(refreshSession, { body: { refreshToken: foreign.refresh_token } });
    const foreignToken = decodeURIComponent(pair(foreignRefresh.headers.getSetCookie()[1] ?? '').split('=')[1] ?? '');

    const rename = { method: renameCamera.method, path: fillPath(renameCamera.path, { id: 'nothing' }) };
    const change = async (headers: Record<string, string>) =>
      (await server.call(rename, { body: { name: 'x' }, headers: { cookie, ...headers } })).status;
    expect(await change({})).toBe(403);
    expect(await change({ 'x-xsrf-token': foreignToken })).toBe(403);
    expect(await change({ 'x-xsrf-token': token, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await change({ 'x-xsrf-token': token, 'sec-fetch-site': 'same-origin' })).toBe(404);
    // Reading an account needs the bearer token; the cookie is for pictures and video.
    expect((await server.call(listCameras, { headers: { cookie } })).status).toBe(401);
  });
});

import { changeEmail, getProfile, requestDeletionCode, requestEmailCode } from '@watchpost/contract/endpoints/account';
import { confirmCode, refreshSession, requestCode } from '@watchpost/contract/endpoints/session';
import { errorMessages } from '@watchpost/contract/kernel';
import { profileSchema } from '@watchpost/contract/schemas/account';
import { randomUUID } from 'node:crypto';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const minute = 60_000;
type Session = Pick<TestSession, 'headers'>;

describeDatabases('changing the address', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;
  let oldEmail: string;
  let newEmail: string;
  let session: TestSession;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock();
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, clock, feedbackEmail: 'help@cams.example' });
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    // The limits of the previous test have expired.
    clock.setWallClock(clock.now() + 25 * 60 * minute);
    oldEmail = `old-${randomUUID()}@example.com`;
    newEmail = `new-${randomUUID()}@example.com`;
    session = await server.signIn(oldEmail);
  });

  const ask = (email: string, { headers }: Session = session) => server.call(requestEmailCode, { body: { email }, headers });
  const change = (email: string, otp: string, { headers }: Session = session) =>
    server.call(changeEmail, { body: { email, otp }, headers });
  const codeFor = (email: string, by: Session = session) => server.mailedCode(email, () => ask(email, by));
  const emailOf = async ({ headers }: Session) => profileSchema.parse(await (await server.call(getProfile, { headers })).json()).email;
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  const errorOf = async (answer: Promise<Response>) => {
    const { error } = (await (await answer).json()) as { error: { code: string } };
    return error.code;
  };
  const wrongFor = (otp: string): string => (otp === '000000' ? '000001' : '000000');

  test('with the code sent to the new address: from now on the user signs in with it, and the old one is free', async () => {
    const otp = await codeFor(newEmail);
    const answer = await change(newEmail, otp);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { customerId: session.customer_id, email: newEmail, locale: 'en', timeZone: null, createdAt: expect.any(Number) },
    ]);
    expect((await server.signIn(newEmail)).customer_id).toBe(session.customer_id);
    expect((await server.signIn(oldEmail)).customer_id).not.toBe(session.customer_id);
    const refreshed = (await (await server.call(refreshSession, { body: { refreshToken: session.refresh_token } })).json()) as {
      email: string;
    };
    expect(refreshed.email).toBe(newEmail);
  });

  test('the old address is notified, without the full new one; the new one received only the code', async () => {
    await change(newEmail, await codeFor(newEmail));
    await expect
      .poll(async () => (await readEmailMessages(place.dataDir, oldEmail)).map(({ subject }) => subject))
      .toEqual([expect.stringContaining('sign-in code'), 'The address of your Watchpost account was changed']);
    const [, notice] = await readEmailMessages(place.dataDir, oldEmail);
    for (const part of [notice?.text, notice?.html]) {
      expect(part).toContain('n•••@example.com');
      expect(part).toContain('help@cams.example');
      expect(part).not.toContain(newEmail);
    }
    expect(await readEmailMessages(place.dataDir, newEmail)).toHaveLength(1);
  });

  test('without a code, or with a wrong, used or expired one, nothing changes', async () => {
    expect(await statusOf(change(newEmail, '000000'))).toBe(400);
    const otp = await codeFor(newEmail);
    expect(await errorOf(change(newEmail, wrongFor(otp)))).toBe('invalid-code');
    clock.advance(10 * minute);
    expect(await errorOf(change(newEmail, otp))).toBe('invalid-code');
    expect(await emailOf(session)).toBe(oldEmail);
    const again = await codeFor(newEmail);
    expect(await statusOf(change(newEmail, again))).toBe(200);
    expect(await errorOf(change(newEmail, again))).toBe('invalid-code');
    expect((await server.call(changeEmail, { body: { email: newEmail }, headers: session.headers })).status).toBe(422);
  });

  test('a code is valid only for its own address, account, device and purpose', async () => {
    const otp = await codeFor(newEmail);
    const elsewhere = `elsewhere-${randomUUID()}@example.com`;
    expect(await errorOf(change(elsewhere, otp))).toBe('invalid-code');
    const stranger = await server.signIn(`stranger-${randomUUID()}@example.com`);
    expect(await errorOf(change(newEmail, otp, stranger))).toBe('invalid-code');
    const otherDevice = await server.signIn(oldEmail);
    expect(await errorOf(change(newEmail, otp, otherDevice))).toBe('invalid-code');
    // It does not sign in either, nor does a code for another purpose change the address.
    const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
    expect(await statusOf(server.call(confirmCode, { body: { email: newEmail, otp, ...device } }))).toBe(400);
    const signInCode = await server.mailedCode(newEmail, () => server.call(requestCode, { body: { email: newEmail } }));
    expect(await errorOf(change(newEmail, signInCode))).toBe('invalid-code');
    const deletionCode = await server.mailedCode(oldEmail, () => server.call(requestDeletionCode, { headers: session.headers }));
    expect(await errorOf(change(newEmail, deletionCode))).toBe('invalid-code');
    expect(await statusOf(change(newEmail, await codeFor(newEmail)))).toBe(200);
  });

  test('the sixth guess fails even when it is right', async () => {
    const otp = await codeFor(newEmail);
    for (let count = 0; count < 5; count += 1) expect(await errorOf(change(newEmail, wrongFor(otp)))).toBe('invalid-code');
    expect(await errorOf(change(newEmail, otp))).toBe('invalid-code');
    expect(await emailOf(session)).toBe(oldEmail);
  });

  test('five codes an hour per address, then a wait of 15 minutes', async () => {
    for (let count = 0; count < 5; count += 1) expect(await statusOf(ask(newEmail))).toBe(200);
    const refused = await ask(newEmail);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  });

  test('an address in use is refused at the request; frequent requests are refused regardless of the answers', async () => {
    const taken = await server.signIn(`taken-${randomUUID()}@example.com`);
    const refused = await ask(taken.email.toUpperCase());
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: { code: 'email-in-use', message: errorMessages.en['email-in-use'] } },
    ]);
    expect(await errorOf(ask(oldEmail))).toBe('email-in-use');
    for (let count = 0; count < 8; count += 1) expect(await statusOf(ask(taken.email))).toBe(409);
    expect(await statusOf(ask(taken.email))).toBe(429);
    expect(await statusOf(ask(newEmail))).toBe(429);
    expect((await readEmailMessages(place.dataDir, taken.email)).filter(({ subject }) => subject?.includes('new'))).toEqual([]);
  });

  test('an address taken meanwhile is refused at the change; the session continues', async () => {
    const otp = await codeFor(newEmail);
    await server.signIn(newEmail);
    expect(await errorOf(change(newEmail, otp))).toBe('email-in-use');
    expect(await emailOf(session)).toBe(oldEmail);
    expect(await readEmailMessages(place.dataDir, oldEmail)).toHaveLength(1);
  });

  test('of several accounts that change to one address simultaneously, exactly one succeeds', async () => {
    const sessions = [
      session,
      await server.signIn(`second-${randomUUID()}@example.com`),
      await server.signIn(`third-${randomUUID()}@example.com`),
    ];
    const codes: string[] = [];
    for (const one of sessions) codes.push(await codeFor(newEmail, one));
    const statuses = await Promise.all(sessions.map((one, index) => statusOf(change(newEmail, codes[index] ?? '', one))));
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('every other device is signed out; the caller’s stays signed in', async () => {
    const other = await server.signIn(oldEmail);
    await change(newEmail, await codeFor(newEmail));
    expect((await server.call(getProfile, { headers: other.headers })).status).toBe(401);
    expect(await statusOf(server.call(refreshSession, { body: { refreshToken: other.refresh_token } }))).toBe(401);
    for (const username of [oldEmail, newEmail]) {
      expect(
        await statusOf(
          server.call(refreshSession, {
            body: { grant_type: 'device_token', device_id: other.deviceId, device_token: other.deviceToken, username },
          }),
        ),
      ).toBe(401);
    }
    expect(await emailOf(session)).toBe(newEmail);
    expect(await statusOf(server.call(refreshSession, { body: { refreshToken: session.refresh_token } }))).toBe(200);
    expect(
      await statusOf(
        server.call(refreshSession, {
          body: { grant_type: 'device_token', device_id: session.deviceId, device_token: session.deviceToken, username: newEmail },
        }),
      ),
    ).toBe(200);
  });

  test('neither codes nor tokens are in any answer or, except for the e-mail message’s own line, in the log', async () => {
    const otp = await codeFor(newEmail);
    const answer = await change(newEmail, otp);
    expect(await answer.text()).not.toContain(otp);
    const lines = server.logLines.filter((line) => line.includes(otp) && !line.includes('Mail to '));
    expect(lines).toEqual([]);
    expect(server.logLines.join('')).not.toContain(session.access_token);
  });
});

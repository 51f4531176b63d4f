import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { randomUUID } from 'node:crypto';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSignUp } from './session-sign-up.ts';

describeDatabases('sign-up by invitation', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock();
    server = await startTestServer({
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      clock,
      logLevel: 'silent',
      feedbackEmail: 'help@cams.example',
      operators: ['operator@cams.example'],
      signUp: { mode: 'invited', allowed: ['anna@example.com', '@friends.example'] },
    });
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const inDatabase = async (work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<void> => {
    const db = openDatabase(locateDatabase(server.config));
    await work(db).finally(() => db.destroy());
  };
  const setInvited = (email: string, isInvited: boolean) =>
    inDatabase((db) =>
      isInvited
        ? db.insertInto('invitations').values({ email, created_at: 1 }).execute()
        : db.deleteFrom('invitations').where('email', '=', email).execute(),
    );
  const ask = (email: string, language = 'en') => server.call(requestCode, { body: { email }, headers: { 'accept-language': language } });
  const guess = (email: string, otp: string) =>
    server.call(confirmCode, { body: { email, otp, deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(40) } });

  test('the setting is read each time: an operator changes it while the server runs', () =>
    inDatabase(async (db) => {
      const deps = { db, operators: [], settings: { mode: 'open' as 'open' | 'closed', allowed: [] } };
      const { isAllowed } = createSignUp(deps);
      expect(await isAllowed('zoe@elsewhere.example')).toBe(true);
      deps.settings = { mode: 'closed', allowed: [] };
      expect(await isAllowed('zoe@elsewhere.example')).toBe(false);
    }));

  test.each(['operator@cams.example', 'anna@example.com', 'boris@friends.example'])('%s may', async (email) => {
    expect((await server.signIn(email)).email).toBe(email);
  });

  test('an invited address may; a user with an account signs in, invited or not', async () => {
    await setInvited('vera@elsewhere.example', true);
    const { customer_id: customerId } = await server.signIn('vera@elsewhere.example');
    await setInvited('vera@elsewhere.example', false);
    clock.advance(60_000);
    expect((await server.signIn('vera@elsewhere.example')).customer_id).toBe(customerId);
  });

  test.each(['stranger@elsewhere.example', 'x@sub.friends.example', 'x@notfriends.example', 'friends.example@evil.example'])(
    '%s may not: the same answer, and an e-mail message without a code',
    async (email) => {
      const answer = await ask(email);
      const allowed = await ask('anna@example.com');
      expect([answer.status, await answer.text()]).toEqual([allowed.status, await allowed.text()]);
      await expect.poll(async () => (await readEmailMessages(place.dataDir, email)).length).toBe(1);
      const [emailMessage] = await readEmailMessages(place.dataDir, email);
      expect(emailMessage?.subject).toBe('You have no Watchpost account yet');
      for (const part of [emailMessage?.text, emailMessage?.html]) expect(part).toContain('help@cams.example');
      expect(emailMessage?.text).not.toMatch(/\d{6}/);
      const wrong = await guess(email, '123456');
      const wrongOfAllowed = await guess('anna@example.com', '000000');
      expect([wrong.status, await wrong.text()]).toEqual([wrongOfAllowed.status, await wrongOfAllowed.text()]);
    },
  );

  test('in the user’s language', async () => {
    await ask('stranger-ru@elsewhere.example', 'ru');
    await expect
      .poll(async () => (await readEmailMessages(place.dataDir, 'stranger-ru@elsewhere.example')).map(({ subject }) => subject))
      .toEqual(['У вас ещё нет аккаунта Watchpost']);
  });

  test('guesses are counted alike whether the address is allowed or not', async () => {
    const outcomes = async (email: string): Promise<number[]> => {
      clock.advance(25 * 60 * 60_000);
      await ask(email);
      const statuses: number[] = [];
      for (let count = 0; count < 27; count += 1) statuses.push((await guess(email, '000001')).status);
      return statuses;
    };
    expect(await outcomes('unknown@elsewhere.example')).toEqual(await outcomes('new@friends.example'));
  });

  test('an invitation that is revoked between code and confirmation does not count, as if the code were wrong', async () => {
    clock.advance(25 * 60 * 60_000);
    await setInvited('late@elsewhere.example', true);
    const otp = await server.mailedCode('late@elsewhere.example', () => ask('late@elsewhere.example'));
    await setInvited('late@elsewhere.example', false);
    const refused = await guess('late@elsewhere.example', otp);
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([400, 'invalid-code']);
  });
});

test('closed: only operators, not even invited addresses', async () => {
  const server = await startTestServer({
    logLevel: 'silent',
    operators: ['operator@cams.example'],
    signUp: { mode: 'closed', allowed: [] },
  });
  const db = openDatabase(locateDatabase(server.config));
  await db.insertInto('invitations').values({ email: 'anna@example.com', created_at: 1 }).execute();
  await db.destroy();
  await server.signIn('operator@cams.example');
  await server.call(requestCode, { body: { email: 'anna@example.com' } });
  await expect
    .poll(async () => (await readEmailMessages(server.dataDir, 'anna@example.com')).map(({ subject }) => subject))
    .toEqual(['You have no Watchpost account yet']);
  await server.close();
});

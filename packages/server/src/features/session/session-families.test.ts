import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createSessionFamilies, type SessionFamilies } from './session-families.ts';

describeDatabases('session families', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let families: SessionFamilies;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    families = createSessionFamilies({ db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) });
    await database.db
      .insertInto('customers')
      .values({ id: 'anna', email: 'anna@example.com', locale: 'ru', created_at: clock.now() })
      .execute();
  });
  afterEach(() => database.close());

  const start = () => families.start('anna', 'device');
  const expired = { code: 'session-expired' };

  test('an access token identifies its customer for 15 minutes', async () => {
    const { accessToken, familyId, expiresIn } = await start();
    expect(expiresIn).toBe(900);
    expect(await families.readAccessToken(accessToken)).toEqual({ familyId, customerId: 'anna', deviceId: 'device', locale: 'ru' });
    clock.advance(15 * 60_000);
    await expect(families.readAccessToken(accessToken)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('R2: 20 parallel uses of one refresh token are 1 rotation and 20 working successors', async () => {
    const { refreshToken, familyId } = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => families.rotate(refreshToken)));
    const { generation } = await database.db
      .selectFrom('session_families')
      .select('generation')
      .where('id', '=', familyId)
      .executeTakeFirstOrThrow();
    expect(generation).toBe(2);
    for (const answer of answers) expect(await families.readAccessToken(answer.accessToken)).toMatchObject({ customerId: 'anna' });
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    await expect(families.rotate(answers[19]?.refreshToken ?? '')).resolves.toMatchObject({ customerId: 'anna' });
  });

  test('within 10 s the replaced token returns the same successor although that is used, later it ends the family', async () => {
    const { refreshToken } = await start();
    const successor = await families.rotate(refreshToken);
    await families.readAccessToken(successor.accessToken);
    clock.advance(10_000);
    expect((await families.rotate(refreshToken)).refreshToken).toBe(successor.refreshToken);
    clock.advance(1);
    await expect(families.rotate(refreshToken)).rejects.toMatchObject(expired);
    await expect(families.rotate(successor.refreshToken)).rejects.toMatchObject(expired);
    await expect(families.readAccessToken(successor.accessToken)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a replaced token works until its successor is used, however long its answer has been lost', async () => {
    const { refreshToken } = await start();
    const lost = await families.rotate(refreshToken);
    clock.advance(60 * 60_000);
    const again = await families.rotate(refreshToken);
    expect(again).toMatchObject({ refreshToken: lost.refreshToken, expiresIn: 900 });
    clock.advance(5 * 60_000);
    expect(await families.rotate(refreshToken)).toMatchObject({ refreshToken: lost.refreshToken, expiresIn: 900 });
    expect(await families.readAccessToken(again.accessToken)).toMatchObject({ customerId: 'anna' });
    clock.advance(10_001);
    await expect(families.rotate(refreshToken)).rejects.toMatchObject(expired);
    await expect(families.readAccessToken(again.accessToken)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('the access token of before a lost answer still works, and does not count as a use of the successor', async () => {
    const { refreshToken, accessToken } = await start();
    await families.rotate(refreshToken);
    clock.advance(20_000);
    expect(await families.readAccessToken(accessToken)).toMatchObject({ customerId: 'anna' });
    expect(await families.rotate(refreshToken)).toMatchObject({ customerId: 'anna' });
  });

  test('a successor that was itself exchanged ends the family of its predecessor', async () => {
    const { refreshToken } = await start();
    const second = await families.rotate(refreshToken);
    clock.advance(60_000);
    const third = await families.rotate(second.refreshToken);
    await expect(families.rotate(refreshToken)).rejects.toMatchObject(expired);
    await expect(families.rotate(third.refreshToken)).rejects.toMatchObject(expired);
  });

  test('a lost answer gives nobody back a session that ended meanwhile', async () => {
    const { refreshToken, familyId } = await start();
    await families.rotate(refreshToken);
    await families.revoke(familyId);
    clock.advance(60_000);
    await expect(families.rotate(refreshToken)).rejects.toMatchObject(expired);
    const other = await start();
    await families.rotate(other.refreshToken);
    clock.advance(91 * 24 * 60 * 60_000);
    await expect(families.rotate(other.refreshToken)).rejects.toMatchObject(expired);
  });

  test('20 parallel repetitions after a lost answer get the same successor, which works', async () => {
    const { refreshToken } = await start();
    const lost = await families.rotate(refreshToken);
    clock.advance(60 * 60_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => families.rotate(refreshToken)));
    expect(new Set(answers.map((answer) => answer.refreshToken))).toEqual(new Set([lost.refreshToken]));
    for (const answer of answers) expect(await families.readAccessToken(answer.accessToken)).toMatchObject({ customerId: 'anna' });
    expect(await families.rotate(lost.refreshToken)).toMatchObject({ customerId: 'anna' });
  });

  test('a grandparent token is refused even within 10 s, and then the newest too', async () => {
    const first = await start();
    const second = await families.rotate(first.refreshToken);
    const third = await families.rotate(second.refreshToken);
    await expect(families.rotate(first.refreshToken)).rejects.toMatchObject(expired);
    await expect(families.rotate(third.refreshToken)).rejects.toMatchObject(expired);
  });

  test('a sign-in that was pending while the account was deleted opens nothing', async () => {
    const { accessToken } = await start();
    await database.db.updateTable('customers').set({ deleted_at: clock.now() }).execute();
    await expect(families.readAccessToken(accessToken)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a revoked sign-in does not affect another one', async () => {
    const one = await start();
    const other = await start();
    await families.revoke(one.familyId);
    await expect(families.readAccessToken(one.accessToken)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(families.readAccessToken(other.accessToken)).resolves.toMatchObject({ customerId: 'anna' });
  });

  test('a session ends after 90 days without use; each use renews it', async () => {
    const day = 24 * 60 * 60_000;
    const first = await start();
    clock.advance(89 * day);
    const second = await families.rotate(first.refreshToken);
    clock.advance(89 * day);
    const third = await families.rotate(second.refreshToken);
    clock.advance(90 * day);
    await expect(families.rotate(third.refreshToken)).rejects.toMatchObject(expired);
  });

  test('a token of one kind does not work as another, nor does a changed one', async () => {
    const { accessToken, refreshToken } = await start();
    await expect(families.readAccessToken(refreshToken)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(families.rotate(accessToken)).rejects.toMatchObject(expired);
    await expect(families.rotate(`${refreshToken.slice(0, -1)}x`)).rejects.toMatchObject(expired);
    await expect(families.rotate('refresh')).rejects.toMatchObject(expired);
  });
});

import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { endSessions } from '../session-devices.ts';
import { createDeviceAuthorizations, type DeviceAuthorizations } from './session-device-code-authorizations.ts';

const second = 1000;
const minute = 60 * second;
const address = '203.0.113.5';
const nas = { deviceId: '7a1c0f9e-6a55-4f0e-8f6f-3f1de3f5a001', deviceName: 'Backup on nas', address };
const browserId = '7a1c0f9e-6a55-4f0e-8f6f-3f1de3f5a002';

describeDatabases('sign-in by device code', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let authorizations: DeviceAuthorizations;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    authorizations = createDeviceAuthorizations({ db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) });
    for (const id of ['anna', 'boris'])
      await database.db
        .insertInto('customers')
        .values({ id, email: `${id}@example.com`, locale: 'en', created_at: 1 })
        .execute();
  });
  afterEach(() => database.close());

  const start = (over: Partial<typeof nas> = {}) => authorizations.start({ ...nas, ...over });
  const entered = (userCode: string, over: { customerId?: string; deviceId?: string; address?: string } = {}) => ({
    customerId: 'anna',
    deviceId: browserId,
    address: '198.51.100.7',
    userCode: userCode.replace('-', ''),
    ...over,
  });
  const outcome = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'ok',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken'),
    );
  const poll = (deviceCode: string): Promise<string> => outcome(authorizations.redeem(deviceCode));
  const wrongFor = (userCode: string): string => (userCode === 'BBBB-BBBB' ? 'CCCC-CCCC' : 'BBBB-BBBB');

  test('a secret of 256 bits and a user code of eight letters; the database holds neither', async () => {
    const { deviceCode, userCode } = await start();
    expect(Buffer.from(deviceCode, 'base64url')).toHaveLength(32);
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const rows = JSON.stringify(await database.db.selectFrom('device_authorizations').selectAll().execute());
    expect(rows).not.toContain(deviceCode);
    expect(rows).not.toContain(userCode);
    expect(rows).not.toContain(userCode.replace('-', ''));
  });

  test('pending until the user approves, then once the customer and the device', async () => {
    const { deviceCode, userCode } = await start();
    expect(await poll(deviceCode)).toBe('authorization-pending');
    expect(await authorizations.find(entered(userCode))).toEqual({
      userCode,
      deviceName: 'Backup on nas',
      address,
      requestedAt: clock.now(),
      expiresAt: clock.now() + 10 * minute,
    });
    await authorizations.approve(entered(userCode));
    expect(await authorizations.redeem(deviceCode)).toEqual({
      customerId: 'anna',
      deviceId: nas.deviceId,
      deviceName: 'Backup on nas',
    });
    expect(await poll(deviceCode)).toBe('expired-token');
  });

  test('exactly one of 20 parallel polls gets the session', async () => {
    const { deviceCode, userCode } = await start();
    await authorizations.approve(entered(userCode));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => poll(deviceCode)));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'expired-token']));
  });

  test('denied: the device is notified, and the code can’t be approved any more', async () => {
    const { deviceCode, userCode } = await start();
    await authorizations.deny(entered(userCode));
    expect(await poll(deviceCode)).toBe('access-denied');
    expect(await outcome(authorizations.approve(entered(userCode)))).toBe('invalid-code');
    expect(await poll(deviceCode)).toBe('access-denied');
  });

  test('a decision is final, and belongs to the user who made it', async () => {
    const { deviceCode, userCode } = await start();
    await authorizations.approve(entered(userCode));
    const asBoris = entered(userCode, { customerId: 'boris' });
    for (const again of [authorizations.find, authorizations.approve, authorizations.deny])
      expect(await outcome(again(asBoris))).toBe('invalid-code');
    expect(await authorizations.redeem(deviceCode)).toMatchObject({ customerId: 'anna' });
  });

  test('of 20 parallel decisions of two users one counts', async () => {
    const { deviceCode, userCode } = await start();
    const outcomes = await Promise.all(
      ['anna', 'boris'].flatMap((customerId) =>
        Array.from({ length: 10 }, () => outcome(authorizations.approve(entered(userCode, { customerId })))),
      ),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect(await poll(deviceCode)).toBe('ok');
  });

  test('expires after ten minutes, approved or not, and leaves nothing', async () => {
    const early = await start();
    clock.advance(10 * minute - 1);
    expect(await outcome(authorizations.approve(entered(early.userCode)))).toBe('ok');
    clock.advance(1);
    expect(await poll(early.deviceCode)).toBe('expired-token');
    const late = await start();
    clock.advance(10 * minute);
    expect(await outcome(authorizations.find(entered(late.userCode)))).toBe('invalid-code');
    expect(await outcome(authorizations.approve(entered(late.userCode)))).toBe('invalid-code');
    const { userCode } = await start();
    const rows = await database.db.selectFrom('device_authorizations').select('created_at').execute();
    expect([rows.length, userCode.length]).toEqual([1, 9]);
  });

  test('an unknown device code is like an expired one', async () => {
    expect(await poll('nonsense')).toBe('expired-token');
  });

  test('polls that come too early raise the interval, each by 5 s up to a minute', async () => {
    const { deviceCode } = await start();
    expect(await poll(deviceCode)).toBe('authorization-pending');
    clock.advance(5 * second);
    expect(await poll(deviceCode)).toBe('authorization-pending');
    clock.advance(3 * second);
    await expect(authorizations.redeem(deviceCode)).rejects.toMatchObject({ code: 'slow-down', retryAfter: 10 });
    clock.advance(5 * second);
    await expect(authorizations.redeem(deviceCode)).rejects.toMatchObject({ code: 'slow-down', retryAfter: 15 });
    clock.advance(15 * second);
    expect(await poll(deviceCode)).toBe('authorization-pending');
    for (let count = 0; count < 20; count += 1) await poll(deviceCode);
    await expect(authorizations.redeem(deviceCode)).rejects.toMatchObject({ code: 'slow-down', retryAfter: 60 });
    clock.advance(60 * second);
    expect(await poll(deviceCode)).toBe('authorization-pending');
  });

  test('of 10 parallel polls one is in time', async () => {
    const { deviceCode } = await start();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => poll(deviceCode)));
    expect(outcomes.filter((one) => one === 'authorization-pending')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['authorization-pending', 'slow-down']));
  });

  test('a clock that was set back slows no device down', async () => {
    const { deviceCode } = await start();
    await poll(deviceCode);
    clock.setWallClock(clock.now() - 5 * minute);
    expect(await poll(deviceCode)).toBe('authorization-pending');
  });

  test('ten wrong user codes of a customer in an hour; other customers are not affected, nor do right ones count', async () => {
    const { userCode } = await start();
    for (let count = 0; count < 20; count += 1) await authorizations.find(entered(userCode));
    for (let count = 0; count < 10; count += 1)
      expect(await outcome(authorizations.find(entered(wrongFor(userCode), { address: `198.51.100.${count}` })))).toBe('invalid-code');
    for (const guess of [authorizations.find, authorizations.approve, authorizations.deny])
      await expect(guess(entered(userCode))).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 15 * 60 });
    expect(await outcome(authorizations.find(entered(userCode, { customerId: 'boris' })))).toBe('ok');
  });

  test('30 wrong user codes from a network in an hour, over all customers', async () => {
    const { userCode } = await start();
    for (let count = 0; count < 30; count += 1)
      await outcome(authorizations.find(entered(wrongFor(userCode), { customerId: `c${count % 6}`, address })));
    expect(await outcome(authorizations.find(entered(userCode, { customerId: 'boris', address })))).toBe('too-many-requests');
    expect(await outcome(authorizations.find(entered(userCode, { customerId: 'boris' })))).toBe('ok');
  });

  test('parallel guesses do not slip under the limit', async () => {
    const { userCode } = await start();
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => outcome(authorizations.find(entered(wrongFor(userCode))))));
    expect(outcomes.filter((one) => one === 'invalid-code').length).toBeLessThanOrEqual(10);
  });

  test('30 sign-ins an hour from one network', async () => {
    for (let count = 0; count < 30; count += 1) await start();
    expect(await outcome(start())).toBe('too-many-requests');
    expect(await outcome(start({ address: '203.0.113.6' }))).toBe('ok');
  });

  test('the table is bounded over all networks', async () => {
    const { deviceCode } = await start();
    const row = await database.db.selectFrom('device_authorizations').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 9999 }, (_, index) => ({ ...row, device_code_hash: `d${index}`, user_code_hash: `u${index}` }));
    for (let from = 0; from < rows.length; from += 500)
      await database.db
        .insertInto('device_authorizations')
        .values(rows.slice(from, from + 500))
        .execute();
    expect(await outcome(start({ address: '203.0.113.6' }))).toBe('unavailable');
    expect(await poll(deviceCode)).toBe('authorization-pending');
    clock.advance(10 * minute);
    expect(await outcome(start({ address: '203.0.113.6' }))).toBe('ok');
  });

  test('signing out everywhere withdraws an approval that is not used yet; other users’ stay', async () => {
    const [mine, other] = [await start(), await start()];
    await authorizations.approve(entered(mine.userCode));
    await authorizations.approve(entered(other.userCode, { customerId: 'boris' }));
    await endSessions(database.db, { customerId: 'anna', at: clock.now(), keep: { familyId: 'family', deviceId: browserId } });
    expect(await poll(mine.deviceCode)).toBe('expired-token');
    expect(await poll(other.deviceCode)).toBe('ok');
  });

  test('a device can’t take the place of the one that approves it', async () => {
    const { userCode } = await start({ deviceId: browserId });
    for (const decide of [authorizations.find, authorizations.approve])
      expect(await outcome(decide(entered(userCode)))).toBe('invalid-code');
  });
});

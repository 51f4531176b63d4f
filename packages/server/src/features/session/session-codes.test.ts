import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createOneTimeCodes, type OneTimeCodes } from './session-codes.ts';

const minute = 60_000;
const email = 'anna@example.com';
const deviceId = '7a1c0f9e-6a55-4f0e-8f6f-3f1de3f5a001';
const otherDevice = '7a1c0f9e-6a55-4f0e-8f6f-3f1de3f5a002';
const address = '203.0.113.5';
const signIn = { purpose: 'sign-in', customerId: null, email } as const;

describeDatabases('one-time codes', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let codes: OneTimeCodes;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    codes = createOneTimeCodes({ db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) });
  });
  afterEach(() => database.close());

  const issue = (over: { deviceId?: string | null; email?: string; address?: string } = {}) =>
    codes.issue({ ...signIn, deviceId: null, address, ...over });
  const guess = (otp: string, over: { deviceId?: string; email?: string; address?: string } = {}) =>
    codes.consume({ ...signIn, otp, deviceId, address, ...over });
  const outcome = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'ok',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken'),
    );
  const wrongFor = (otp: string): string => (otp === '000000' ? '000001' : '000000');

  test('six digits; the database holds no code', async () => {
    const otp = await issue();
    expect(otp).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await database.db.selectFrom('one_time_codes').selectAll().execute())).not.toContain(otp);
  });

  test('works once', async () => {
    const otp = await issue();
    expect(await outcome(guess(otp))).toBe('ok');
    expect(await outcome(guess(otp))).toBe('invalid-code');
  });

  test('exactly one of 20 parallel uses of the right code succeeds', async () => {
    const otp = await issue();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(guess(otp))));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
  });

  test('is valid for ten minutes', async () => {
    const early = await issue();
    clock.advance(10 * minute - 1);
    expect(await outcome(guess(early))).toBe('ok');
    const late = await issue();
    clock.advance(10 * minute);
    expect(await outcome(guess(late))).toBe('invalid-code');
  });

  test('expired codes are deleted, with the addresses they were sent to', async () => {
    await issue({ email: 'once@example.com' });
    clock.advance(10 * minute);
    await issue();
    expect((await database.db.selectFrom('one_time_codes').select('subject').execute()).map(({ subject }) => subject)).toEqual([email]);
  });

  test('only the newest code of a device works', async () => {
    const first = await issue({ deviceId });
    const second = await issue({ deviceId });
    // Once in a million both are equal, and then the older one may work.
    expect([first === second, await outcome(guess(first))]).toEqual([false, 'invalid-code']);
    expect(await outcome(guess(second))).toBe('ok');
  });

  test('only on the requesting device, if it was named', async () => {
    const otp = await issue({ deviceId });
    expect(await outcome(guess(otp, { deviceId: otherDevice }))).toBe('invalid-code');
    expect(await outcome(guess(otp))).toBe('ok');
  });

  test('otherwise only in the requesting network', async () => {
    const otp = await issue();
    expect(await outcome(guess(otp, { address: '203.0.113.6' }))).toBe('invalid-code');
    expect(await outcome(guess(otp))).toBe('ok');
  });

  test('each device has its own code: another one voids none, and has its own attempts', async () => {
    const first = await issue({ deviceId });
    const second = await issue({ deviceId: otherDevice });
    for (let count = 0; count < 6; count += 1) await outcome(guess(wrongFor(second), { deviceId: otherDevice }));
    expect(await outcome(guess(second, { deviceId: otherDevice }))).toBe('invalid-code');
    expect(await outcome(guess(first))).toBe('ok');
  });

  test('only for its own address', async () => {
    const otp = await issue();
    expect(await outcome(guess(otp, { email: 'boris@example.com' }))).toBe('invalid-code');
  });

  test('the sixth guess fails even when it is right', async () => {
    const otp = await issue();
    for (let count = 0; count < 5; count += 1) expect(await outcome(guess(wrongFor(otp)))).toBe('invalid-code');
    expect(await outcome(guess(otp))).toBe('invalid-code');
  });

  test('the fifth guess may still be right', async () => {
    const otp = await issue();
    for (let count = 0; count < 4; count += 1) await outcome(guess(wrongFor(otp)));
    expect(await outcome(guess(otp))).toBe('ok');
  });

  test('at most 25 of 100 parallel guesses are checked', async () => {
    const otp = await issue();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcome(guess(wrongFor(otp)))));
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(0);
    expect(outcomes.filter((one) => one === 'invalid-code').length).toBeLessThanOrEqual(25);
  });

  test('25 wrong guesses a day: after that one every 15 minutes, so that nobody is locked out for longer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const otp = await issue();
      for (let count = 0; count < 5; count += 1) expect(await outcome(guess(wrongFor(otp)))).toBe('invalid-code');
    }
    clock.advance(minute);
    await expect(guess('000000')).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 14 * 60 });
    clock.advance(14 * minute);
    const otp = await issue();
    expect(await outcome(guess(wrongFor(otp)))).toBe('invalid-code');
    expect(await outcome(guess(otp))).toBe('too-many-requests');
    clock.advance(15 * minute);
    expect(await outcome(guess(await issue()))).toBe('ok');
    clock.advance(24 * 60 * minute);
    const next = await issue();
    for (let count = 0; count < 4; count += 1) expect(await outcome(guess(wrongFor(next)))).toBe('invalid-code');
    expect(await outcome(guess(next))).toBe('ok');
  });

  test('five codes an hour for an e-mail address, then one every 15 minutes, with the time to wait', async () => {
    for (let count = 0; count < 5; count += 1) await issue();
    clock.advance(10 * minute);
    await expect(issue()).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 5 * 60 });
    // A refused request does not prolong the wait.
    clock.advance(5 * minute);
    expect(await outcome(issue())).toBe('ok');
    expect(await outcome(issue())).toBe('too-many-requests');
    clock.advance(60 * minute);
    for (let count = 0; count < 5; count += 1) expect(await outcome(issue())).toBe('ok');
  });

  test('a clock that was set back locks nobody out', async () => {
    for (let count = 0; count < 5; count += 1) await issue();
    clock.setWallClock(clock.now() - 60 * minute);
    expect(await outcome(issue())).toBe('ok');
  });

  test('an IPv6 network counts as one address, because one subscriber has all of it', async () => {
    for (let count = 0; count < 30; count += 1)
      await issue({ email: `v6-${count}@example.com`, address: `2001:db8::${count.toString(16)}` });
    expect(await outcome(issue({ email: 'v6-last@example.com', address: '2001:db8::ffff:1:2:3' }))).toBe('too-many-requests');
    expect(await outcome(issue({ email: 'v6-other@example.com', address: '2001:db8:0:1::1' }))).toBe('ok');
  });

  test('30 codes an hour from one network address, to any recipients', async () => {
    for (let count = 0; count < 30; count += 1) await issue({ email: `a${count}@example.com` });
    expect(await outcome(issue({ email: 'last@example.com' }))).toBe('too-many-requests');
    expect(await outcome(issue({ email: 'last@example.com', address: '203.0.113.6' }))).toBe('ok');
  });

  test('parallel requests do not slip under the limit', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(issue())));
    expect(outcomes.filter((one) => one === 'ok').length).toBeLessThanOrEqual(5);
  });
});

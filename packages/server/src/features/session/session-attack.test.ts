import { changeEmail, deleteAccount, requestDeletionCode, requestEmailCode } from '@watchpost/contract/endpoints/account';
import { confirmCode, requestCode, signOut } from '@watchpost/contract/endpoints/session';
import type { Endpoint } from '@watchpost/contract/kernel';
import { randomUUID } from 'node:crypto';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const minute = 60_000;
const attacker = '203.0.113.9';
const home = '198.51.100.7';
const victim = 'victim@example.com';

interface Device {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceToken: string;
}
const newDevice = (): Device => ({ deviceId: randomUUID(), deviceName: 'web', deviceToken: `${randomUUID()}${randomUUID()}` });
const wrongFor = (otp: string): string => (otp === '000000' ? '000001' : '000000');

describeDatabases('R17: sign-in under attack', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;
  let known: Device;

  beforeEach(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock();
    // The proxy reports the requesting address, as on a public server.
    server = await startTestServer({
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      clock,
      trustedProxies: ['127.0.0.1', '::1'],
      logLevel: 'silent',
    });
    known = newDevice();
    const session = await signIn(known, home);
    await server.call(signOut, { headers: session });
  });
  afterEach(async () => {
    await server.close();
    await place.remove();
  });

  const from = (address: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...headers });
  const mails = async (email: string) => (await readEmailMessages(place.dataDir, email)).length;
  /** E-mail is sent after the answer: the next code must not be taken for this one. */
  const ask = async (email: string, device: Device | null, address: string): Promise<Response> => {
    const before = await mails(email);
    const body = { email, ...(device && { deviceId: device.deviceId }) };
    const answer = await server.call(requestCode, { body, headers: from(address) });
    if (answer.ok) await expect.poll(() => mails(email)).toBe(before + 1);
    return answer;
  };
  const guess = async (email: string, otp: string, device: Device, address: string): Promise<number> =>
    (await server.call(confirmCode, { body: { email, otp, ...device }, headers: from(address) })).status;
  const codeFor = (device: Device, address: string) => server.mailedCode(victim, () => ask(victim, device, address));
  const signIn = async (device: Device, address: string): Promise<{ authorization: string }> => {
    const otp = await codeFor(device, address);
    const answer = await server.call(confirmCode, { body: { email: victim, otp, ...device }, headers: from(address) });
    expect(answer.status).toBe(200);
    const { access_token: accessToken } = (await answer.json()) as { access_token: string };
    return { authorization: `Bearer ${accessToken}` };
  };

  test('100 wrong codes from one address over 20 accounts are eventually refused; neighbours and known devices sign in', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 100; count += 1) statuses.push(await guess(`a${count % 20}@example.com`, '000000', newDevice(), attacker));
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400));
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
    // The victim, even within the attacker's own network.
    expect(await guess(victim, await codeFor(known, attacker), known, attacker)).toBe(200);
    expect(await guess('a1@example.com', '000000', newDevice(), home)).toBe(400);
  });

  test('an IPv6 network counts as one address', async () => {
    const statuses: number[] = [];
    for (let count = 1; count <= 40; count += 1)
      statuses.push(await guess(`b${count}@example.com`, '000000', newDevice(), `2001:db8::${count}`));
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(await guess('b1@example.com', '000000', newDevice(), '2001:db8:0:1::1')).toBe(400);
  });

  test('26 wrong codes and 10 code requests for one victim: the first right code of a known device works', async () => {
    const strange = newDevice();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await ask(victim, strange, attacker)).status);
    for (let count = 0; count < 26; count += 1) statuses.push(await guess(victim, '000000', strange, `203.0.113.${count}`));
    expect(statuses).toContain(429);
    expect(await guess(victim, await codeFor(known, home), known, home)).toBe(200);
  });

  test('a code requested by a stranger voids no other, and no stranger can use up the attempts of another device’s code', async () => {
    const fresh = newDevice();
    const otp = await codeFor(fresh, home);
    const strange = newDevice();
    for (const device of [strange, null]) expect((await ask(victim, device, attacker)).status).toBe(200);
    for (let count = 0; count < 10; count += 1) await guess(victim, wrongFor(otp), strange, attacker);
    // A code mailed for one device is useless on another.
    expect(await guess(victim, otp, strange, attacker)).toBe(400);
    expect(await guess(victim, otp, fresh, home)).toBe(200);
  });

  test('a code without a device works in the requesting network', async () => {
    const otp = await server.mailedCode(victim, () => ask(victim, null, home));
    for (let count = 0; count < 10; count += 1) await guess(victim, wrongFor(otp), newDevice(), attacker);
    expect(await guess(victim, otp, newDevice(), attacker)).toBe(400);
    expect(await guess(victim, otp, newDevice(), home)).toBe(200);
  });

  test('guesses without a code lock nobody out, not even new devices', async () => {
    for (let count = 0; count < 60; count += 1) await guess(victim, '000000', newDevice(), `203.0.113.${count}`);
    const fresh = newDevice();
    expect(await guess(victim, await codeFor(fresh, home), fresh, home)).toBe(200);
  });

  test('whatever strangers have done, a new device waits at most 15 minutes', async () => {
    for (let round = 0; round < 8; round += 1) {
      const strange = newDevice();
      await ask(victim, strange, `203.0.113.${round}`);
      for (let count = 0; count < 6; count += 1) await guess(victim, '000000', strange, `203.0.113.${round}`);
    }
    const fresh = newDevice();
    const refused = await ask(victim, fresh, home);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    clock.advance(15 * minute);
    expect(await guess(victim, await codeFor(fresh, home), fresh, home)).toBe(200);
  });

  test('a device that was signed out by another one is a stranger', async () => {
    const lost = newDevice();
    await signIn(lost, home);
    const session = await signIn(known, home);
    const path = `/public/api/v2/cameraphone/customers/devices/${lost.deviceId}`;
    expect((await server.call({ method: 'DELETE', path }, { headers: session })).status).toBe(204);
    clock.advance(61 * minute);
    for (let count = 0; count < 5; count += 1) await ask(victim, newDevice(), `203.0.113.${count}`);
    expect((await ask(victim, lost, home)).status).toBe(429);
    expect((await ask(victim, known, home)).status).toBe(200);
  });

  test('a stranger can’t keep the owner from changing the address or deleting the account either', async () => {
    const session = await signIn(known, home);
    const call = (endpoint: Endpoint, body?: unknown) =>
      server.call(endpoint, { ...(body !== undefined && { body }), headers: from(home, session) });
    for (let count = 0; count < 10; count += 1) await ask(victim, newDevice(), attacker);
    const strange = newDevice();
    for (let count = 0; count < 30; count += 1) await guess(victim, '000000', strange, attacker);

    const moveCode = await server.mailedCode('moved@example.com', () => call(requestEmailCode, { email: 'moved@example.com' }));
    expect((await call(changeEmail, { email: 'moved@example.com', otp: moveCode })).status).toBe(200);
    for (let count = 0; count < 10; count += 1) await ask('moved@example.com', newDevice(), '203.0.113.10');
    expect((await call(requestDeletionCode)).status).toBe(200);
    const readDeletionCode = async () =>
      (await readEmailMessages(place.dataDir, 'moved@example.com'))
        .map(({ subject }) => /^(\d{6}) is the code to delete/.exec(subject ?? '')?.[1])
        .find((code) => code !== undefined);
    await expect.poll(readDeletionCode).toBeDefined();
    expect((await call(deleteAccount, { otp: await readDeletionCode() })).status).toBe(204);
  });
});

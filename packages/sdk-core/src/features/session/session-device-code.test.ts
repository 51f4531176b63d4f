import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { redeemDeviceCode, startDeviceAuthorization } from '@watchpost/contract/endpoints/session';
import { errorStatus } from '@watchpost/contract/kernel';
import type { ErrorCode } from '@watchpost/contract/kernel';
import { describe, expect, test, vi } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';
import type { DeviceCode } from './session-types.ts';

const deviceName = 'Backup on nas';

/** Starts a sign-in, with Anna in her browser beside it. */
async function start({ signal }: { signal?: AbortSignal } = {}) {
  const { client, server, clock } = createTestClient();
  const { client: browser } = createTestClient({ server, clock });
  await signIn(browser, server);
  const codes: DeviceCode[] = [];
  const signedIn = client.session.signInWithDeviceCode({ deviceName, onCode: (code) => codes.push(code), signal });
  // It is looked at later.
  signedIn.catch(() => undefined);
  await vi.waitFor(() => expect(codes).toHaveLength(1));
  const polls = (): number => server.requestsTo(redeemDeviceCode).length;
  return { client, browser, server, clock, signedIn, polls, code: codes[0] ?? expect.fail(), codes };
}

const refusal = (code: ErrorCode, retryAfter?: number) => () =>
  Response.json(
    { error: { code, message: code } },
    { status: errorStatus[code], ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }) },
  );

describe('sign-in by device code', () => {
  test('shows the code once, and begins a session when the user approves', async () => {
    const { client, browser, server, clock, signedIn, polls, code, codes } = await start();
    expect(code).toEqual({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUrl: 'https://watchpost.test/device',
      verificationUrlComplete: `https://watchpost.test/device?code=${code.userCode}`,
      expiresAt: clock.now() + 600_000,
    });
    await clock.advance(12_000);
    expect(polls()).toBe(2);
    expect(client.session.current.value).toBeNull();

    expect(await browser.deviceAuthorizations.find(code.userCode)).toMatchObject({ deviceName });
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(5_000);
    expect(await signedIn).toMatchObject({ email: 'anna@example.com', isRestored: false });
    expect(codes).toHaveLength(1);
    expect(client.session.current.value?.email).toBe('anna@example.com');
    expect(await client.cameras.list()).toEqual([]);
    expect(server.requestsTo(listCameras)).toHaveLength(1);
    expect((await browser.account.devices()).map(({ name }) => name)).toContain(deviceName);
    expect(clock.pending).toBe(0);
  });

  test('the session is refreshed with the device token, like any other', async () => {
    const { client, browser, server, clock, signedIn, code } = await start();
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(5_000);
    await signedIn;
    server.revokeSessions();
    expect(await client.cameras.list()).toEqual([]);
  });

  test('a device that is signed out by its user ends with the session error', async () => {
    const { client, browser, clock, signedIn, code } = await start();
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(5_000);
    await signedIn;
    const [device] = (await browser.account.devices()).filter(({ isCurrent }) => !isCurrent);
    await browser.account.signOutDevice(device?.id ?? '');
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
    expect(client.session.current.value).toBeNull();
  });

  test('denied: access-denied, without another poll', async () => {
    const { browser, clock, signedIn, polls, code } = await start();
    await browser.deviceAuthorizations.deny(code.userCode);
    await clock.advance(5_000);
    await expect(signedIn).rejects.toMatchObject({ code: 'access-denied' });
    await clock.advance(60_000);
    expect(polls()).toBe(1);
  });

  test('expires after ten minutes', async () => {
    const { clock, signedIn, polls } = await start();
    await clock.advance(600_000);
    await expect(signedIn).rejects.toMatchObject({ code: 'expired-token' });
    expect(polls()).toBe(120);
    expect(clock.pending).toBe(0);
  });

  test('each slow-down adds 5 s, or what the server requires', async () => {
    const { server, clock, polls } = await start();
    server.answerNext(redeemDeviceCode, refusal('slow-down'), refusal('slow-down', 30));
    await clock.advance(5_000);
    expect(polls()).toBe(1);
    await clock.advance(9_999);
    expect(polls()).toBe(1);
    await clock.advance(1);
    expect(polls()).toBe(2);
    await clock.advance(29_999);
    expect(polls()).toBe(2);
    await clock.advance(1);
    expect(polls()).toBe(3);
    // The interval stays.
    await clock.advance(30_000);
    expect(polls()).toBe(4);
  });

  test('an outage does no harm: fewer and fewer polls, then as before', async () => {
    const { browser, server, clock, signedIn, polls, code } = await start();
    server.offline = true;
    await clock.advance(5_000 + 10_000 + 20_000);
    expect(polls()).toBe(3);
    server.offline = false;
    await clock.advance(40_000);
    expect(polls()).toBe(4);
    await clock.advance(5_000);
    expect(polls()).toBe(5);
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(5_000);
    expect(await signedIn).toMatchObject({ email: 'anna@example.com' });
  });

  test.each([500, 503, 429])('a %i is not the end', async (status) => {
    const { browser, server, clock, signedIn, code } = await start();
    server.answerNext(redeemDeviceCode, status);
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(5_000 + 10_000);
    expect(await signedIn).toMatchObject({ email: 'anna@example.com' });
  });

  test('an outage until the end: expired', async () => {
    const { server, clock, signedIn } = await start();
    server.offline = true;
    await clock.advance(600_000);
    await expect(signedIn).rejects.toMatchObject({ code: 'expired-token' });
    expect(clock.pending).toBe(0);
  });

  test.each([
    ['between two polls', 2_000],
    ['during a poll', 5_500],
  ])('aborted %s: no session, no timer, no further poll', async (_, after) => {
    const controller = new AbortController();
    const { client, browser, server, clock, signedIn, polls, code } = await start({ signal: controller.signal });
    server.latency = 1_000;
    await clock.advance(after);
    const asked = polls();
    controller.abort();
    await expect(signedIn).rejects.toMatchObject({ code: 'aborted' });
    server.latency = 0;
    await browser.deviceAuthorizations.approve(code.userCode);
    await clock.advance(60_000);
    expect(polls()).toBe(asked);
    expect(client.session.current.value).toBeNull();
  });

  test('aborted before it begins: nothing is shown', async () => {
    const { client } = createTestClient();
    const onCode = vi.fn<() => void>();
    const signedIn = client.session.signInWithDeviceCode({ deviceName, onCode, signal: AbortSignal.abort() });
    await expect(signedIn).rejects.toMatchObject({ code: 'aborted' });
    expect(onCode).not.toHaveBeenCalled();
  });

  test('a server that refuses to begin: its error', async () => {
    const { client, server } = createTestClient();
    server.answerNext(startDeviceAuthorization, refusal('too-many-requests', 900));
    const signedIn = client.session.signInWithDeviceCode({ deviceName, onCode: () => undefined });
    await expect(signedIn).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 900 });
  });
});

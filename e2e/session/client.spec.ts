import { createClient, type Client, type StoragePort } from '@watchpost/sdk-core';
import { createFakeTabs } from '@watchpost/sdk-core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailMessage } from '../support/email-messages.ts';
import { startProduct, type Product } from '../support/product.ts';

// The client as an integrator has it, in Node, on a real server.
let product: Product;
beforeAll(async () => {
  product = await startProduct({ FEEDBACK_EMAIL: 'support@provider.example' });
});
afterAll(() => product.dispose());

interface Device {
  readonly storage: StoragePort;
  /** Another tab of the same browser, or another process with the same storage. */
  open(): Client;
  /** How often a path was asked for. */
  count(end: string): number;
}

function createDevice({ locks = true } = {}): Device {
  const tabs = createFakeTabs();
  const paths: string[] = [];
  return {
    storage: tabs.storage,
    count: (end) => paths.filter((path) => path.endsWith(end)).length,
    open: () =>
      createClient({
        baseUrl: product.url,
        storage: tabs.storage,
        crossTab: tabs.openTab(),
        ...(locks && { locks: tabs.locks }),
        fetch: (input, init) => {
          paths.push(new URL(input instanceof Request ? input.url : input).pathname);
          return fetch(input, init);
        },
      }),
  };
}

async function signIn(client: Client, email: string): Promise<{ readonly isRestored: boolean }> {
  const after = Date.now();
  await client.session.requestCode(email);
  return client.session.confirmCode({ email, code: await product.code(email, { after }) });
}

/** The access token has ended, as far as the server is concerned. */
function spoilAccessToken({ storage }: Device): void {
  const stored: object = JSON.parse(storage.get('session') ?? '{}');
  storage.set('session', JSON.stringify({ ...stored, accessToken: 'ended' }));
}

/** Reads the code in the newest e-mail message with this subject. */
async function codeFrom(email: string, subject: RegExp): Promise<string> {
  return /\b(\d{6})\b/.exec((await emailMessage(product, email, subject)).subject)?.[1] ?? '';
}

describe('R1 on a real server', () => {
  test.each([
    ['a Web Lock', true],
    ['no lock at all, as on a page over plain http', false],
  ])('five tabs with four calls each and %s: all succeed, none loses its session', async (_, locks) => {
    const device = createDevice({ locks });
    await signIn(device.open(), `tabs-${locks}@example.com`);
    spoilAccessToken(device);
    const tabs = Array.from({ length: 5 }, () => device.open());
    let ended = 0;
    for (const { session } of tabs) session.onEnded(() => (ended += 1));
    const profiles = await Promise.all(tabs.flatMap((tab) => [1, 2, 3, 4].map(() => tab.account.profile())));
    expect(new Set(profiles.map(({ email }) => email))).toEqual(new Set([`tabs-${locks}@example.com`]));
    expect(profiles).toHaveLength(20);
    expect(ended).toBe(0);
    // Without locks each tab may ask once; the server gives all of them the same successor.
    if (locks) expect(device.count('/auth/token')).toBe(1);
    else expect(device.count('/auth/token')).toBeLessThanOrEqual(5);
    for (const tab of tabs) expect(await tab.account.profile()).toMatchObject({ email: `tabs-${locks}@example.com` });
  });
});

test('the device’s own secret restores the session when the refresh token is lost', async () => {
  const device = createDevice();
  const client = device.open();
  await signIn(client, 'lost@example.com');
  const stored: object = JSON.parse(device.storage.get('session') ?? '{}');
  device.storage.set('session', JSON.stringify({ ...stored, accessToken: 'ended', refreshToken: 'lost' }));
  expect(await device.open().account.profile()).toMatchObject({ email: 'lost@example.com' });
  expect(device.count('/auth/token')).toBe(2);
});

test('the account: language, e-mail, devices', async () => {
  const [here, there] = [createDevice(), createDevice()];
  const [client, other] = [here.open(), there.open()];
  await signIn(client, 'anna@example.com');
  await signIn(other, 'anna@example.com');
  expect(await client.account.saveLocale('ru')).toMatchObject({ locale: 'ru' });
  expect(await other.account.profile()).toMatchObject({ locale: 'ru', email: 'anna@example.com' });

  await client.account.requestEmailCode('anna@new.example');
  const code = await product.code('anna@new.example');
  await expect(
    client.account.changeEmail({ email: 'anna@new.example', code: code === '000000' ? '111111' : '000000' }),
  ).rejects.toMatchObject({ code: 'invalid-code' });
  expect(await client.account.changeEmail({ email: 'anna@new.example', code })).toMatchObject({ email: 'anna@new.example' });
  expect(client.session.current.value?.email).toBe('anna@new.example');

  const devices = await client.account.devices();
  expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  for (const { id, isCurrent } of devices) if (!isCurrent) await client.account.signOutDevice(id);
  await expect(other.account.profile()).rejects.toMatchObject({ code: 'session-expired' });
  expect(other.session.current.value).toBeNull();
  expect(await client.account.devices()).toHaveLength(1);
});

test('feedback arrives with its sender, once per id', async () => {
  const client = createDevice().open();
  await signIn(client, 'reporter@example.com');
  const report = { id: crypto.randomUUID(), message: 'Архив двора обрывается в полдень', email: 'reporter@example.com' };
  await client.feedback.send(report);
  await client.feedback.send(report);
  expect((await emailMessage(product, 'support@provider.example', /./)).raw).toContain('reporter@example.com');
  await expect(client.feedback.send({ message: ' ', email: 'reporter@example.com' })).rejects.toMatchObject({ code: 'invalid-request' });
});

test('deleting the account ends the session everywhere, and signing in brings it back', async () => {
  const [here, there] = [createDevice(), createDevice()];
  const [client, other] = [here.open(), there.open()];
  await signIn(client, 'leaver@example.com');
  await signIn(other, 'leaver@example.com');
  expect(await client.account.deletionSummary()).toMatchObject({ ownedCameras: 0, graceDays: 7 });
  const ends: string[] = [];
  client.session.onEnded((reason) => ends.push(reason));
  await client.account.requestDeletionCode();
  await client.account.deleteAccount({ code: await codeFrom('leaver@example.com', /delet/i) });
  expect(ends).toEqual(['signed-out']);
  expect(here.count('/logout')).toBe(0);
  expect(here.storage.get('session')).toBeNull();
  await expect(other.account.profile()).rejects.toMatchObject({ code: 'session-expired' });
  expect(await signIn(client, 'leaver@example.com')).toMatchObject({ isRestored: true });
  expect(await client.account.profile()).toMatchObject({ email: 'leaver@example.com' });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeFirebase } from '@watchpost/sdk-core/testing';
import { startFirebaseService, startPushService, type FirebaseService, type PushService } from '@watchpost/server/testing';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type TestBrowser } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { replacePushService, startPushRig } from '../support/push.ts';

let product: Product;
let browser: TestBrowser;
let service: PushService;
let google: FirebaseService;

beforeAll(async () => {
  [service, google] = await Promise.all([startPushService({ now: Date.now }), startFirebaseService({ now: Date.now })]);
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_ALLOW_LOOPBACK_PUSH: '1' }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await service?.close();
  await google?.close();
});

const settings = (page: Page, { url }: Product) => page.goto(`${url}/settings/notifications`);
const toggle = (page: Page) => page.getByRole('switch', { name: 'Notifications in this browser' });

test('on, tested, kept across a reload, off: through a push service that decrypts its messages', async () => {
  const { page, context, errors, violations } = await browser.newPage();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await replacePushService(context, (key) => JSON.parse(service.subscribe(key).token));
  // As Safari, which refuses the question unless a press has just asked for it.
  await context.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = async () => {
      if (!navigator.userActivation.isActive) throw new Error('prompting can only be done from a user gesture');
      return ask();
    };
  });
  await signIn(page, product, 'push@example.test');
  await settings(page, product);
  await page.getByText('Off.').waitFor();
  await toggle(page).click();
  await page.getByText('On. The language').waitFor();

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Test notification sent').waitFor();
  const { message, headers } = await until('the message at the push service', () => service.received.at(-1));
  expect(service.faults).toEqual([]);
  expect(headers['urgency']).toBe('high');
  // The last part of the way, from the push service into the browser, goes through its developer tools.
  const rig = await startPushRig(page, context, product.url);
  const title = message.notification?.title ?? 'none';
  await page.goto('about:blank');
  await rig.left();
  await rig.deliver(message);
  expect(await rig.shown(title)).toMatchObject({ body: message.notification?.body });

  await settings(page, product);
  await page.getByText('On. The language').waitFor();
  await toggle(page).click();
  await page.getByText('Off.').waitFor();
  await page.reload();
  await page.getByText('Off.').waitFor();
  expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('signing out ends the subscription; the same user gets it back by signing in again', async () => {
  const { page, context } = await browser.newPage();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await replacePushService(context, (key) => JSON.parse(service.subscribe(key).token));
  const subscribed = (): Promise<boolean> =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null);
  await signIn(page, product, 'out@example.test');
  await settings(page, product);
  await toggle(page).click();
  await page.getByText('On. The language').waitFor();
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await until('no subscription', async () => !(await subscribed()));
  await signIn(page, product, 'out@example.test');
  await until('the subscription', subscribed);
  await settings(page, product);
  await page.getByText('On. The language').waitFor();
  await context.close();
});

test('the browser has replaced its subscription: the worker and the open page report it to the server', async () => {
  const { page, context } = await browser.newPage();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await replacePushService(context, (key) => JSON.parse(service.subscribe(key).token));
  await signIn(page, product, 'rotate@example.test');
  await settings(page, product);
  await toggle(page).click();
  await page.getByText('On. The language').waitFor();
  const rig = await startPushRig(page, context, product.url);
  await page.evaluate(() =>
    navigator.serviceWorker.ready
      .then(({ pushManager }) => pushManager.getSubscription())
      .then((subscription) => subscription?.unsubscribe()),
  );
  await rig.worker.evaluate(() => void globalThis.dispatchEvent(new Event('pushsubscriptionchange')));
  const endpoint = (): Promise<string | null> =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.endpoint ?? null);
  const renewed = await until('a new subscription', endpoint);
  await page.getByText('On. The language').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await until('the message at the new address', () => service.received.some(({ path }) => renewed.endsWith(path)));
  await context.close();
});

test('the browser’s own push service cannot be reached: the setting says so and stays off', async () => {
  const { page, context, errors } = await browser.newPage();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await signIn(page, product, 'failed@example.test');
  await settings(page, product);
  await toggle(page).click();
  await page.getByText('This browser could not be registered for notifications.').waitFor();
  await page.getByText('Not turned on.').waitFor();
  expect(await toggle(page).isChecked()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test('blocked by the browser: says what to do', async () => {
  const { page, context } = await browser.newPage();
  const devtools = await context.newCDPSession(page);
  const { browserContextId = '' } = (await devtools.send('Target.getTargetInfo')).targetInfo;
  const choose = (setting: 'denied' | 'granted') =>
    devtools.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin: product.url, browserContextId });
  await choose('denied');
  await signIn(page, product, 'blocked@example.test');
  await settings(page, product);
  await page.getByText('Blocked in the browser’s settings.').waitFor();
  await page.getByText('Click the icon left of the address').waitFor();
  expect(await toggle(page).isDisabled()).toBe(true);
  // Allowed again in the browser's settings: seen at once, without a reload.
  await choose('granted');
  await page.getByText('Off.').waitFor();
  expect(await toggle(page).isDisabled()).toBe(false);
  await context.close();
});

test('with Firebase: the browser registers with its two services under the page’s policy, and Firebase gets the message', async () => {
  const config = { apiKey: 'AIza-test', projectId: 'demo-project', appId: '1:2:web:3', messagingSenderId: '2' };
  const vapidKey = `B${'k'.repeat(86)}`;
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-google-'));
  writeFileSync(join(folder, 'account.json'), google.accountFile);
  const own = await startProduct({
    WATCHPOST_FIREBASE_CONFIG: JSON.stringify(config),
    WATCHPOST_FIREBASE_VAPID_KEY: vapidKey,
    WATCHPOST_FIREBASE_SERVICE_ACCOUNT: join(folder, 'account.json'),
    WATCHPOST_FIREBASE_ENDPOINT: google.origin,
  });
  try {
    const { page, context, errors, violations } = await browser.newPage();
    const firebase = createFakeFirebase(config, { origin: new URL(own.url).host, vapidKey });
    await context.grantPermissions(['notifications'], { origin: own.url });
    await replacePushService(context, () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/1',
      keys: { p256dh: 'cDI1NmRo', auth: 'YXV0aA' },
    }));
    for (const host of ['firebaseinstallations', 'fcmregistrations']) {
      await context.route(`https://${host}.googleapis.com/**`, async (route) => {
        const request = route.request();
        const allow = {
          'access-control-allow-origin': own.url,
          'access-control-allow-headers': '*,authorization',
          'access-control-allow-methods': '*',
        };
        if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: allow });
        const answer = await firebase.fetch(request.url(), {
          method: request.method(),
          headers: await request.allHeaders(),
          body: request.postData(),
        });
        return route.fulfill({
          status: answer.status,
          headers: { ...allow, 'content-type': 'application/json' },
          body: await answer.text(),
        });
      });
    }
    await signIn(page, own, 'firebase@example.test');
    await settings(page, own);
    await toggle(page).click();
    await page.getByText('On. The language').waitFor();
    expect(firebase.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST installations', 'POST registrations']);
    await page.getByRole('button', { name: 'Send a test' }).click();
    const message = await until('the message at Firebase', () => google.received.at(-1));
    expect(firebase.pushTokens.has(message.token)).toBe(true);
    await toggle(page).click();
    await page.getByText('Off.').waitFor();
    expect(firebase.pushTokens.size).toBe(0);
    expect([errors, await violations()]).toEqual([[], []]);
    await context.close();
  } finally {
    await own.dispose();
    rmSync(folder, { recursive: true });
  }
});

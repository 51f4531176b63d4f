import { expect } from 'vitest';
import type { TestBrowser, TestPage } from '../chromium.ts';
import { signIn } from '../journeys.ts';
import { until, type RunningProduct } from '../product.ts';
import { startPushRig, type PushRig } from '../push.ts';

const at = Date.UTC(2026, 10, 20, 14, 2, 11);
export const data = { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Front door', CameraId: 'cam_front-1', Timestamp: String(at) };

/** As this server sends it, and as Firebase delivers the same message to a browser. */
export const payloads = {
  'web-push': { notification: { title: 'A person', body: 'Front door' }, data },
  firebase: { from: '1234567890', priority: 'high', fcmMessageId: 'a1b2', notification: { title: 'A person', body: 'Front door' }, data },
} as const;

type Payload = (typeof payloads)[keyof typeof payloads];

export interface PushPage extends TestPage {
  readonly rig: PushRig;
}

/** With the permission, and with the worker in charge of the page. */
export async function openPushPage(browser: TestBrowser, product: RunningProduct, locale = 'en-GB'): Promise<PushPage> {
  const opened = await browser.newPage({ locale });
  const { page, context } = opened;
  await context.grantPermissions(['notifications'], { origin: product.url });
  await page.goto(`${product.url}/signin`);
  return { ...opened, rig: await startPushRig(page, context, product.url) };
}

/** No page is visible: the system shows the message, one for each camera and type, and a click opens the camera at the event. */
export async function expectNotification(product: RunningProduct, opened: PushPage, payload: Payload): Promise<void> {
  const { page, context, rig, errors, violations } = opened;
  expect(await violations()).toEqual([]);
  await page.goto('about:blank');
  await rig.left();
  await rig.deliver(payload);
  expect(await rig.shown('Person')).toMatchObject({
    body: 'Front door',
    tag: 'camera-cam_front-1-CAMERAPHONE_PERSON',
    timestamp: at,
    icon: `${product.url}/icons/icon-192.png`,
  });

  await rig.deliver({ ...payload, data: { ...data, Timestamp: String(at + 5000) } });
  // The newer one takes its place.
  expect((await rig.notifications()).map(({ timestamp }) => timestamp)).toEqual([at + 5000]);

  await rig.click();
  expect(await until('a window', async () => (await rig.opened()).at(-1))).toBe(`/cameras/cam_front-1?t=${at + 5000}`);
  await until('no notification', async () => (await rig.notifications()).length === 0);
  expect(errors).toEqual([]);
  await context.close();
}

/** The page is visible: it shows the message itself, as a toast that opens the camera at the event. */
export async function expectToast(product: RunningProduct, opened: PushPage, payload: Payload): Promise<void> {
  const { page, context, rig } = opened;
  await signIn(page, product, product.emailOf('toast'));
  await until('the page to listen', async () => {
    await rig.deliver(payload);
    return page.getByText('Front door').first().isVisible();
  });
  expect(await page.getByText('Person').count()).toBeGreaterThan(0);
  await page.getByText('Front door').first().click();
  await page.waitForURL(`**/cameras/cam_front-1?t=${at}*`);
  await context.close();
}

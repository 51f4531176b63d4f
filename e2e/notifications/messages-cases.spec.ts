import { startPushService } from '@watchpost/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRigCamera } from '../rig/camera.ts';
import { launchChromium, type TestBrowser } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { data, expectNotification, expectToast, openPushPage, payloads, type PushPage } from '../support/notifications/camera-messages.ts';
import { addRigCamera, createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { replacePushService, startPushRig, type PushRig } from '../support/push.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_ALLOW_LOOPBACK_PUSH: '1', WATCHPOST_OFFLINE_NOTICE_SECONDS: '2' }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const open = ({ locale }: { locale?: string } = {}): Promise<PushPage> => openPushPage(browser, product, locale);

describe('a message by firebase', () => {
  test('is shown while no page is visible, one for each camera and type; a click opens the camera at the event', async () => {
    await expectNotification(product, await open(), payloads.firebase);
  });

  test('appears as a toast on the visible page; the toast opens the camera at the event', async () => {
    await expectToast(product, await open(), payloads.firebase);
  });
});

test('a click on a notification takes an open page to the camera without reloading it', async () => {
  const { page, context, rig } = await open();
  await signIn(page, product, 'tab@example.test');
  // The toast shows that the page listens to the worker.
  await until('the page to listen', async () => {
    await rig.deliver(payloads['web-push']);
    return page.getByText('Front door').first().isVisible();
  });
  await page.evaluate(() => Object.assign(globalThis, { stillThere: true }));
  // A headless browser calls every page visible, so the page would show the message itself: the notification is from before.
  await rig.worker.evaluate(async () => {
    const self = globalThis as unknown as { registration: { showNotification(title: string, options: object): Promise<void> } };
    await self.registration.showNotification('Person', { data: { cameraId: 'cam_front-1', at: 1_780_000_000_000, link: null } });
  });
  const before = context.pages().length;
  await rig.click();
  await page.waitForURL('**/cameras/cam_front-1?t=*');
  expect(await page.evaluate(() => 'stillThere' in globalThis)).toBe(true);
  expect([context.pages().length, await rig.opened()]).toEqual([before, []]);
  await context.close();
});

describe('hostile and meaningless messages', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let rig: PushRig;

  beforeAll(async () => {
    opened = await open();
    ({ rig } = opened);
    await opened.page.goto('about:blank');
    await rig.left();
  });
  afterAll(() => opened?.context.close());

  test('links to other sites open the root, links of the app their screen', async () => {
    const before = (await rig.opened()).length;
    const hostile = [
      'https://evil.example/cameras/cam_1',
      '//evil.example/x',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
      '/signin?returnUrl=//evil.example',
      `${product.url}.evil.example/activities`,
    ];
    for (const [index, link] of [...hostile, `${product.url}/activities`, '/cameras/add'].entries()) {
      await rig.deliver({ notification: { title: `Link ${index}` }, fcmOptions: { link } });
      await rig.shown(`Link ${index}`);
      await rig.click();
      await until('a window', async () => (await rig.opened()).length > before + index);
    }
    expect((await rig.opened()).slice(-hostile.length - 2)).toEqual([...hostile.map(() => '/'), '/activities', '/cameras/add']);
  });

  test('a hostile camera id, time, title and picture do no harm', async () => {
    await rig.deliver({
      data: {
        ...data,
        CameraId: '../../evil',
        CameraTitle: '<img src=x onerror=alert(1)>',
        Timestamp: '1e999',
        ImageUrl: 'javascript:alert(1)',
      },
    });
    expect(await rig.shown('Person')).toMatchObject({ body: '<img src=x onerror=alert(1)>', image: '' });
    const before = (await rig.opened()).length;
    await rig.click();
    expect(await until('a window', async () => (await rig.opened()).at(before))).toBe('/');
  });

  test('of messages that are no event and have no title nothing is shown but that there is something, once', async () => {
    for (const payload of ['not json', {}, { data: { Type: 'CAMERAPHONE_DOG' } }, { notification: { body: 'only a body' } }]) {
      await rig.deliver(payload);
      // The browser had shown a text of its own, if the worker had shown none.
      expect((await rig.notifications()).map(({ title, body }) => [title, body])).toEqual([
        ['Watchpost', 'There is something new. Open Watchpost to see it.'],
      ]);
    }
  });
});

test('uses the interface’s language even if the browser’s differs, also offline', async () => {
  const { page, context, rig } = await open({ locale: 'en-GB' });
  await page.evaluate(() => localStorage.setItem('watchpost:locale', 'ru'));
  await page.reload();
  await until('the worker to know the language', () =>
    page.evaluate(async () => (await (await caches.match('/service-worker/locale'))?.text()) === 'ru'),
  );
  await context.setOffline(true);
  await page.goto(`${product.url}/activities`);
  await page.getByRole('heading', { name: 'Нет связи с Watchpost' }).waitFor();
  await context.setOffline(false);
  await page.goto('about:blank');
  await rig.left();
  await rig.deliver(payloads['web-push']);
  expect(await rig.shown('Человек')).toMatchObject({ body: 'Front door' });
  await context.close();
});

test('a subscriber to a camera’s status is notified that it is unavailable, opens it at that time, and is notified that it is back', async () => {
  const [service, camera] = await Promise.all([startPushService({ now: Date.now }), startRigCamera()]);
  const { page, context } = await browser.newPage();
  try {
    await context.grantPermissions(['notifications'], { origin: product.url });
    await replacePushService(context, (key) => JSON.parse(service.subscribe(key).token));
    const cameraId = await addRigCamera(await createOwner(product, 'status@example.test'), camera);
    await signIn(page, product, 'status@example.test');
    const rig = await startPushRig(page, context, product.url);

    await page.goto(`${product.url}/cameras/${cameraId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Notify me about camera status' }).click();
    await page.getByRole('switch', { name: 'Camera status: Push' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This browser shows the notifications.').waitFor();
    await page.goto('about:blank');
    await rig.left();

    /** What the push service got for this browser, handed to its worker. */
    const arrives = async (title: string) => {
      const message = await until(
        title,
        () => service.received.map((one) => one.message).find(({ notification }) => notification?.title === title),
        20_000,
      );
      await rig.deliver(message);
      return { message, shown: await rig.shown(title) };
    };
    await camera.stop();
    const { message, shown } = await arrives('Camera is unavailable');
    expect(shown).toMatchObject({ body: 'Yard', tag: `camera-${cameraId}` });
    await camera.restart();
    const back = await arrives('Camera is available again');
    expect(back.shown.body).toMatch(/^Yard\. It was offline for \d+ seconds?\.$/);
    expect((await rig.notifications()).map(({ title }) => title)).toEqual(['Camera is available again']);

    await rig.deliver(message);
    await rig.shown('Camera is unavailable');
    await rig.click();
    const path = await until('a window', async () => (await rig.opened()).at(-1));
    expect(path).toBe(`/cameras/${cameraId}?t=${message.data?.Timestamp}`);
    await page.goto(product.url + path);
    await page.getByRole('heading', { name: 'Yard' }).waitFor();
    expect(service.faults).toEqual([]);
  } finally {
    await context.close();
    await camera.stop();
    await service.close();
  }
});

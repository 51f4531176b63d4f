import { existsSync } from 'node:fs';
import { botToken, startBotApiDouble, startPushService, type BotApiDouble, type PushService } from '@watchpost/server/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchChromium, type TestBrowser } from '../support/chromium.ts';
import { emailMessage } from '../support/email-messages.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { replacePushService } from '../support/push.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

const anna = { id: 11, name: 'Anna' };
/** OpenCV's pedestrians; left out where they are not: `apt-get install opencv-doc`. */
const vtest = process.env['VTEST_FILE'] ?? '/usr/share/doc/opencv-doc/examples/data/vtest.avi';

let service: PushService;
let telegram: BotApiDouble;
let product: Product;
let browser: TestBrowser;
let person: Person;
let camera: SceneCamera;

beforeEach(async () => {
  [service, telegram] = await Promise.all([startPushService({ now: Date.now }), startBotApiDouble()]);
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_ALLOW_LOOPBACK_PUSH: '1', TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_API_ORIGIN: telegram.origin }),
    launchChromium(),
  ]);
  person = await signInWithoutPage(product, 'owner@example.test');
});
afterEach(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  await service?.close();
  await telegram?.close();
});

const footage = [
  ['a rendered scene', null],
  ['pedestrians of vtest.avi', vtest],
] as const;

test.each(footage.filter(([, file]) => file === null || existsSync(file)))(
  'a person of %s, through an RTSP camera, is on the screen, and once in a push message, a chat and an e-mail message; a vehicle is nowhere',
  async (_, file) => {
    const { client } = person;
    camera = await startSceneCamera('porch', { isSmall: true, ...(file === null ? { emptySeconds: 18 } : { file }) });
    const { page, context, errors } = await browser.newPage({ storageState: storedSession(person, product.url) });
    await context.grantPermissions(['notifications'], { origin: product.url });
    await replacePushService(context, (key) => JSON.parse(service.subscribe(key).token));
    await page.goto(`${product.url}/settings/notifications`);
    await page.getByRole('switch', { name: 'Notifications in this browser' }).click();
    await page.getByText('On. The language').waitFor();
    telegram.write(anna, `/start ${(await client.telegram.createToken()).token}`);
    await until('the linked chat', async () => (await client.telegram.chats())?.length === 1);

    const { id } = await client.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
    const { engine } = await client.smartEvents.list(id);
    // Where the optional packages are missing, nothing is recognised, and the settings say so: test-mode.spec.ts.
    if (engine.state !== 'ready') return;
    for (const type of ['human', 'vehicle'] as const) {
      await client.notifications.updateEvent(id, type, { isEmailEnabled: true });
      await client.smartEvents.update(id, type, { isEnabled: true, confidence: 0.4, threshold: 0.5 });
    }
    await page.goto(`${product.url}/activities`);
    const { id: eventId } = await until('the person', async () => (await client.events.list({ types: ['human'] })).events.at(-1), 90_000);
    await page
      .getByText(/\bPerson\b/)
      .filter({ visible: true })
      .first()
      .waitFor();

    const pushes = () => service.received.filter(({ message }) => message.data?.Type === 'CAMERAPHONE_PERSON');
    const push = await until('the push message', () => pushes().at(0));
    expect(push.message.data).toMatchObject({ CameraTitle: 'Yard', CameraId: id });
    const chat = await until('the message in the chat', () => telegram.sent.find(({ text }) => text.startsWith('Person, Yard')));
    expect([...(chat.picture ?? [])].slice(0, 2)).toEqual([0xff, 0xd8]);
    const email = await emailMessage(product, 'owner@example.test', /^Person detected: Yard/);
    expect(email.raw).toContain('Content-ID');

    // Later visitors change these messages, without a sound.
    expect(pushes().filter(({ message }) => message.data?.IsSilent !== '1')).toHaveLength(1);
    expect(telegram.sent.filter(({ text }) => text.startsWith('Person, Yard'))).toHaveLength(1);
    expect((await client.events.list({ types: ['vehicle'] })).events).toEqual([]);
    expect([eventId.length > 0, service.faults, telegram.faults, errors]).toEqual([true, [], [], []]);
  },
);

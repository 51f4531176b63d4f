import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addRigCamera } from '../support/owner.ts';
import { findings, openPlayer, stageOf, zoomOf } from '../support/player/player-page.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

test('on a phone, in Russian: a tap shows the controls, a double tap and two fingers zoom, everything else is under More', async () => {
  const { page, context, errors, violations } = await openPlayer(
    shop,
    { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, locale: 'ru-RU' },
    { locale: 'ru', hasClock: true },
  );
  const box = await stageOf(page).boundingBox();
  if (!box) throw new Error('There is no stage.');
  const isIdle = (): Promise<boolean> => stageOf(page).evaluate((stage) => stage.classList.contains('wp-idle'));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height * 0.4 };
  const more = page.getByRole('button', { name: 'Ещё' });
  await more.waitFor();
  const sizes = await page
    .locator('.wp-bar button:visible')
    .evaluateAll((buttons) =>
      buttons.map((button) => Math.min(button.getBoundingClientRect().width, button.getBoundingClientRect().height)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Снимок' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Качество' }).tap();
  await page.getByRole('menuitemradio', { name: 'Автоматически' }).tap();

  // A tap puts the controls away, the next brings them back. Two taps within 300 ms are a double tap.
  await page.touchscreen.tap(middle.x, middle.y);
  await until('the controls to go', isIdle);
  await page.clock.fastForward(350);
  await page.touchscreen.tap(middle.x, middle.y);
  await until('the controls to come', async () => !(await isIdle()));
  await page.clock.fastForward(350);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.touchscreen.tap(middle.x, middle.y);
  await page.touchscreen.tap(middle.x, middle.y);
  await page.clock.resume();
  await until('the picture to be enlarged', async () => (await zoomOf(page)) === 2.5);

  const fingers = await context.newCDPSession(page);
  const at = (apart: number): { x: number; y: number; id: number }[] => [
    { x: middle.x - apart, y: middle.y, id: 0 },
    { x: middle.x + apart, y: middle.y, id: 1 },
  ];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(40) });
  for (const apart of [50, 60, 70, 80]) await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(apart) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await until('two fingers to enlarge it to twice that', async () => Math.abs((await zoomOf(page)) - 5) < 0.2);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([390, 360])(
  'on a phone of %i px a recording with sound shows its time, the button back to live and all other buttons inside the picture',
  async (width) => {
    const id = await addRigCamera(shop.owner, shop.camera, '/camaac');
    onTestFinished(() => shop.owner.cameras.remove(id));
    // The last two seconds are live.
    const oldest = await until(
      'footage that is behind live',
      async () => {
        const found = (await shop.owner.archive.footage(id, { from: Date.now() - 60_000, to: Date.now() })).oldest;
        return found !== null && Date.now() - found > 4000 && found;
      },
      30_000,
    );
    const { token } = await shop.owner.embeds.createToken({
      cameraIds: [id],
      origins: [shop.site.origin],
      archive: { kind: 'all' },
      withAudio: true,
    });
    shop.site.page(
      '/',
      `<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width"><title>Shop</title><script type="module" src="${shop.product.url}/embed/watchpost.js"></script><watchpost-camera server="${shop.product.url}" camera-id="${id}" token="${token}" time="${oldest + 500}"></watchpost-camera></html>`,
    );
    const { page, context } = await shop.browser.newPage({
      viewport: { width, height: 700 },
      hasTouch: true,
      isMobile: true,
      locale: 'ru-RU',
    });
    onTestFinished(() => context.close());
    await page.goto(shop.site.origin);
    await page
      .locator('.wp-tag')
      .getByText(/\d\d:\d\d:\d\d/)
      .waitFor();
    for (const name of ['Включить звук', 'Ещё', 'На весь экран']) await page.getByRole('button', { name }).waitFor();
    const bar = await page.locator('.wp-bar').evaluate((element) => ({
      width: element.clientWidth,
      scrolled: element.scrollWidth,
      ends: [...element.querySelectorAll('button')]
        .filter((button) => button.offsetParent)
        .map((button) => button.getBoundingClientRect().right),
    }));
    expect(Math.max(...bar.ends)).toBeLessThanOrEqual(width);
    expect(bar.scrolled).toBe(bar.width);
  },
);

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';
import { launchFirefox, refusesAutoplay } from '../support/browsers/firefox.ts';
import { isMissing } from '../support/browsers/missing.ts';
import { signIn, signOut } from '../support/journeys.ts';
import { addStream } from '../support/owner.ts';
import { oneTagPage } from '../support/player/one-tag-page.ts';
import { seeNow } from '../support/player/shown-picture.ts';
import { until } from '../support/product.ts';
import { control, lacking, openShopPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { openWallStage, seeAllLive, type WallStage } from '../support/video-wall/wall-stage.ts';

describe.skipIf(isMissing('firefox'))('Firefox: live', () => {
  let stage: WallStage;
  let shop: Shop;
  beforeAll(async () => {
    stage = await openWallStage(launchFirefox);
    ({ shop } = stage);
  });
  afterAll(() => shop?.close());

  test('session: signing in by a code, and out', async () => {
    const { page, errors } = await shop.browser.newPage();
    await signIn(page, shop.product, 'anna@example.test');
    await signOut(page);
    await page.getByLabel('E-mail').waitFor();
    expect(errors).toEqual([]);
  });

  test.each([
    ['websocket', []],
    ['hls', ['webSocket']],
    ['webcodecs', ['mediaSource']],
  ] as const)('%s: the picture is live', async (transport, lacks) => {
    const [cameraId] = stage.ids;
    const { page, qualityEvents, errors } = await openShopPage(shop, {
      prepare: lacking(...lacks),
      attributes: 'quality="high"',
      ...(cameraId !== undefined && { cameraId }),
    });
    await seeNow(page);
    expect((await qualityEvents('first-frame')).at(-1)?.transport).toBe(transport);
    expect(await control(page, (controller) => controller.stats())).toMatchObject({ transport, width: 1280 });
    expect(errors).toEqual([]);
  });

  // Firefox takes H.265 for playable that its decoder may refuse, and refuses what goes back in time: H.265 was requested again and again.
  test.each(['websocket', 'webcodecs'])(
    'H.265 by %s: live after each change of quality, with two errors of the decoder at most',
    async (transport) => {
      const cameraId = await addStream(shop.owner, shop.camera.url('/hevc'));
      onTestFinished(() => shop.owner.cameras.remove(cameraId));
      const { page, qualityEvents, errors } = await openShopPage(shop, { attributes: `quality="high" transport="${transport}"`, cameraId });
      await seeNow(page);
      const isAccepted = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"'));
      // Who does not get H.265 gets the small stream, which is H.264.
      const high = isAccepted && transport === 'websocket' ? 'high' : 'low';
      const decoderErrors = async (): Promise<number> => (await qualityEvents('error')).filter(({ code }) => code === 'media-error').length;
      const shows = (quality: string): Promise<unknown> =>
        until(`the quality ${quality}`, async () => {
          const shown = await control(page, ({ shownQuality }) => shownQuality.value);
          return shown === quality || (quality === 'high' && (await decoderErrors()) >= 2);
        });
      for (let round = 0; round < 2; round += 1) {
        await control(page, (controller) => controller.setQuality('low'));
        await shows('low');
        await seeNow(page);
        await control(page, (controller) => controller.setQuality('high'));
        await shows(high);
        await seeNow(page);
        const at = await control(page, ({ position }) => position.value);
        await until('three more seconds', async () => (await control(page, ({ position }) => position.value)) > at + 3_000);
      }
      expect(await control(page, (controller) => controller.stats().transport)).toBe(transport);
      expect(await decoderErrors()).toBeLessThanOrEqual(2);
      expect(errors).toEqual([]);
    },
  );

  test('full screen: the player takes it, and gives it back', async () => {
    const [cameraId] = stage.ids;
    const { page, errors } = await openShopPage(shop, { ...(cameraId !== undefined && { cameraId }) });
    await seeNow(page);
    const isFull = (): Promise<boolean> => page.evaluate(() => document.fullscreenElement?.localName === 'watchpost-camera');
    await page.locator('watchpost-camera').hover();
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await until('full screen', isFull);
    await page.keyboard.press('f');
    await until('the page again', async () => !(await isFull()));
    expect(errors).toEqual([]);
  });

  test('embed: one tag on a strict page of another origin is live, and its policy refuses nothing', async () => {
    const [cameraId = ''] = stage.ids;
    const { site, product, owner, browser } = shop;
    const { token } = await owner.embeds.createToken({ cameraIds: [cameraId], origins: [site.origin], archive: { kind: 'all' } });
    const { html, policy } = await oneTagPage({ product, cameraId }, token);
    site.page('/strict', html, { 'content-security-policy': policy });
    const { page, context, errors, violations } = await browser.newPage();
    onTestFinished(() => context.close());
    await page.goto(`${site.origin}/strict`);
    await seeNow(page);
    expect([errors, await violations()]).toEqual([[], []]);
  });

  test('wall: all cameras are live', async () => {
    const { page, errors, context } = await stage.openWall();
    await seeAllLive(page);
    // What is behind all else for screen readers made every page a pixel higher: a scrollbar, as a white strip beside the wall.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe.skipIf(isMissing('firefox'))('Firefox: archive', () => {
  let stage: ArchiveStage;
  beforeAll(async () => {
    stage = await openArchiveStage({ launch: launchFirefox });
  });
  afterAll(() => stage?.close());

  test('dark theme: the scrollbar beside the calendar has the page’s colours', async () => {
    const { page } = stage.view;
    await stage.open(`?date=${stage.first.date}`);
    const colours = await page
      .locator('.calendar')
      .first()
      .evaluate((calendar) => {
        document.documentElement.dataset['theme'] = 'dark';
        return getComputedStyle(calendar).scrollbarColor;
      });
    // The thumb’s own, over what is behind it; `auto` is white here.
    expect(colours).toMatch(/ (rgba\(0, 0, 0, 0\)|transparent)$/);
  });

  test('archive: a day opens, a press on the timeline and keys go to their moment', async () => {
    const { first, open, shownTime, firstShownTime, seeFrameOf, view } = stage;
    const { page, errors } = view;
    await open(`?date=${first.date}`);
    await until('the first footage', () => Math.abs(firstShownTime() - first.from) < 15_000);
    await seeFrameOf(first.from, 5000);
    const slider = page.getByRole('slider', { name: 'Timeline' });
    await slider.focus();
    const before = shownTime();
    await page.keyboard.press('ArrowRight');
    await until('a later moment', () => shownTime() > before);
    await seeFrameOf(shownTime(), 4000);
    const [line, footage] = await Promise.all(['.wp-tl', '.wp-track .wp-footage'].map((name) => page.locator(name).first().boundingBox()));
    if (!line || !footage) throw new Error('The timeline has no footage.');
    const earlier = shownTime();
    await page.mouse.click(footage.x + footage.width / 4, line.y + 50);
    await until('another moment', () => Math.abs(shownTime() - earlier) > 2_000);
    await seeFrameOf(shownTime(), 4000);
    expect(errors).toEqual([]);
  });
});

describe.skipIf(isMissing('firefox'))('Firefox: refused autoplay', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({}, () => launchFirefox(refusesAutoplay), '/sub');
  });
  afterAll(() => shop?.close());

  test('a browser that plays nothing before a press shows Play, is not live and asks nothing again', async () => {
    const said: string[] = [];
    const { page, errors } = await openShopPage(shop, {
      attributes: 'muted',
      prepare: async (opened) => {
        opened.on('console', (message) => said.push(message.text()));
        await opened.addInitScript(() => {
          const { play } = HTMLMediaElement.prototype;
          HTMLMediaElement.prototype.play = function counted(this: HTMLMediaElement) {
            console.info('play');
            return play.call(this);
          };
          addEventListener('watchpost-state', (event) => {
            if (event instanceof CustomEvent) console.info(`state ${event.detail.kind}`);
          });
        });
      },
    });
    await until('the refusal', () => said.includes('state blocked'), 60_000);
    await page.locator('.wp-middle').getByRole('button', { name: 'Play' }).waitFor();
    expect(said).not.toContain('state live');
    expect(said.filter((text) => text === 'play').length).toBeLessThanOrEqual(2);
    expect(errors).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../support/browsers/missing.ts';
import { describePlayer, keepStates, openElement } from '../support/browsers/webkit-element.ts';
import { signInWithWebKit } from '../support/browsers/webkit-sign-in.ts';
import { launchNone, launchWebKit, type WebKitPage } from '../support/browsers/webkit.ts';
import { seeLive } from '../support/journeys.ts';
import { ageOf, maxLiveAgeMs, readPicture } from '../support/picture.ts';
import { oneTagPage } from '../support/player/one-tag-page.ts';
import { seeNow, seeReady } from '../support/player/shown-picture.ts';
import { until } from '../support/product.ts';
import { without, type Missing, type PlayerOnPage } from '../support/shop-page.ts';
import type { OwnShop } from '../support/shop.ts';
import { openWallStage, reportIdleMachine, seeAllLive, type WallStage } from '../support/video-wall/wall-stage.ts';

/** What a page has seen of its video element. */
interface SeenPlayback {
  emptied: number;
  readonly rates: number[];
}

/** Runs in the page of a camera: where its player is. */
function describePage(): object {
  const video = document.querySelector('video');
  const { currentTime, paused, seeking, readyState } = video ?? {};
  const loaded = Array.from({ length: video?.buffered.length ?? 0 }, (_, index) => [
    video?.buffered.start(index),
    video?.buffered.end(index),
  ]);
  return {
    address: location.href,
    currentTime,
    paused,
    seeking,
    readyState,
    loaded,
    text: document.querySelector('.wp-player')?.textContent,
  };
}

describe.skipIf(isMissing('webkit'))('WebKit', () => {
  let stage: WallStage;
  let shop: OwnShop;
  let cameraId: string;
  let page: WebKitPage;
  beforeAll(async () => {
    [stage, page] = await Promise.all([openWallStage(launchNone), launchWebKit()]);
    ({ shop } = stage);
    cameraId = stage.ids[0] ?? '';
  });
  afterAll(async () => {
    await page?.close();
    await shop?.close();
  });

  test('session: signing in by a code, to the dashboard', () => signInWithWebKit(page, shop.product, 'owner@example.test'));

  test('websocket: the picture is live on the camera’s page', async () => {
    await page.goto(`${shop.product.url}/cameras/${cameraId}`);
    await seeLive(page);
  });

  test.each<readonly [string, readonly Missing[]]>([
    ['hls', ['webSocket']],
    ['webcodecs', ['mediaSource']],
    ['websocket', ['mediaSourceButManaged']],
  ])('%s: the picture is live on another origin, in a page that lacks %s', async (transport, lacks) => {
    await openElement(page, shop, cameraId, lacks.map((lack) => without[lack]).join(''));
    await seeReady(page);
    // Statistics load last.
    const shown = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.stats().transport);
    await expect.poll(shown).toBe(transport);
  });

  test('quality: changes both ways without an empty picture, although WebKitGTK has no changeType; few rates, and no count of frames shrinks', async () => {
    await openElement(page, shop, cameraId);
    await seeReady(page);
    await page.evaluate(() => {
      const seen: SeenPlayback = { emptied: 0, rates: [] };
      Object.assign(globalThis, { seen });
      const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
      video?.addEventListener('emptied', () => void (seen.emptied += 1));
      video?.addEventListener('ratechange', () => void seen.rates.push(video.playbackRate));
    });
    const frames = (): Promise<number> =>
      page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.stats().totalFrames ?? 0);
    const counts = [await frames()];
    for (const [quality, width] of [
      ['low', 640],
      ['high', 1280],
    ] as const) {
      await page.evaluate((next) => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.setQuality(next), quality);
      await until(`a picture of ${width}`, async () => (await readPicture(page))?.width === width);
      await seeNow(page);
      counts.push(await frames());
    }
    const { emptied, rates } = await page.evaluate(() => (globalThis as unknown as { seen: SeenPlayback }).seen);
    expect(emptied).toBe(0);
    // Each new rate restarts WebKit's pipeline, and its count of frames: hundredths of them cost 48 beginnings in 40 s.
    const known = [0.9, 0.97, 1, 1.05, 1.12];
    expect(rates.filter((rate) => !known.some((one) => Math.abs(one - rate) < 0.001))).toEqual([]);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  test('key frames alone, as on a crowded wall: each is shown, although WebKitGTK holds a frame back until the next one', async () => {
    await openElement(page, shop, cameraId);
    await seeReady(page);
    const play = (frames: 'all' | 'key'): Promise<void> =>
      page.evaluate((chosen) => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.setFrames(chosen), frames);
    await play('key');
    await seeNow(page);
    const kind = (): Promise<string | undefined> =>
      page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.state.value.kind);
    await until('live, and not connecting', async () => (await kind()) === 'live');
    await play('all');
    await seeNow(page);
  });

  const tokenOf = async (id: string): Promise<string> =>
    (await shop.owner.embeds.createToken({ cameraIds: [id], origins: [shop.site.origin], archive: { kind: 'all' } })).token;

  test('embed: one tag on a strict page of another origin is live', async () => {
    const { html, policy } = await oneTagPage({ product: shop.product, cameraId }, await tokenOf(cameraId));
    shop.site.page('/strict', html, { 'content-security-policy': policy });
    await page.goto(`${shop.site.origin}/strict`);
    await seeLive(page);
  });
  test('wall: all cameras are live', async () => {
    await page.goto(`${shop.product.url}/video-wall`);
    await page.evaluate(reportIdleMachine);
    await seeAllLive(page);
  });

  test('full screen: where elements have none, as on an iPhone, the wall and a picture on a canvas fill the page', async () => {
    await page.goto(`${shop.product.url}/video-wall`);
    const covered = (selector: string): Promise<boolean> =>
      page.evaluate((given) => {
        const host = document.querySelector('watchpost-camera');
        const element = (host?.shadowRoot ?? document).querySelector(given);
        const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
        return element?.matches(':popover-open') === true && width >= document.documentElement.clientWidth && height >= innerHeight;
      }, selector);
    await page.see('LIVE');
    await page.evaluate(() => void Reflect.deleteProperty(Element.prototype, 'requestFullscreen'));
    await page.press('Full screen');
    await until('the wall over the page', () => covered('.wp-wall'));
    await page.press('Exit full screen');
    await until('the page again', async () => !(await covered('.wp-wall')));

    await openElement(page, shop, cameraId, `${without.mediaSource} delete Element.prototype.requestFullscreen;`);
    await seeNow(page);
    await page.hover('watchpost-camera');
    await page.press('Full screen');
    await until('the picture over the page', () => covered('.wp-player'));
    await page.press('Exit full screen');
    await until('the page around it', async () => !(await covered('.wp-player')));
  });

  test.each([
    ['can’t say when a frame is shown', 'delete HTMLVideoElement.prototype.requestVideoFrameCallback;'],
    ['has no transport that works, after each was tried twice', `${without.webSocket} ${without.mediaSource} ${without.peerConnection}`],
  ])('a browser that %s says that it can’t show video', async (_, script) => {
    await openElement(page, shop, cameraId, script);
    await page.see('This browser can’t show video from cameras here.');
  });

  /** Waits until the camera has so much footage, ms. @returns its start, Unix ms */
  const recordedFor = (durationMs: number): Promise<number> =>
    until(
      'some seconds of footage',
      async () => {
        const { oldest } = await shop.owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() });
        return oldest !== null && Date.now() - oldest > durationMs && oldest;
      },
      90_000,
    );

  const moment = (): Promise<number> => page.evaluate(() => Number(new URL(location.href).searchParams.get('t')));

  test('archive: a moment in the address opens and plays on, a key goes back, LIVE back to live', async () => {
    const recorded = await recordedFor(20_000);
    await page.goto(`${shop.product.url}/cameras/${cameraId}?t=${recorded + 2000}`);
    let seen = '';
    const first = await until(
      () => `a recorded picture; the page: ${seen}`,
      async () => {
        const picture = await readPicture(page);
        seen = JSON.stringify({ ...(await page.evaluate(describePage)), picture });
        const ageMs = picture && ageOf(picture);
        return picture && picture.burnt !== null && ageMs !== null && ageMs > maxLiveAgeMs && ageMs < Date.now() - recorded + 1000
          ? { burnt: picture.burnt }
          : null;
      },
    );
    // Past the ends of two segments, and past frames that WebKitGTK refuses because one before them lasts long: it stopped there.
    await until(
      () => `ten seconds more; the page: ${seen}`,
      async () => {
        const burnt = (await readPicture(page))?.burnt ?? null;
        seen = JSON.stringify({ ...(await page.evaluate(describePage)), burnt });
        return burnt !== null && ((burnt - first.burnt) | 0) > 10_000;
      },
    );
    await page.evaluate(() => document.querySelector<HTMLElement>('[role=slider][aria-label=Timeline]')?.focus());
    // The address is written every five seconds, and a press goes back six: right after a write, it is the moment of the picture.
    const written = await moment();
    const before = await until(
      () => `the next moment in the address after ${written}; the page: ${seen}`,
      async () => {
        const now = await moment();
        seen = JSON.stringify(await page.evaluate(describePage));
        return now !== written && now;
      },
    );
    await page.keys('\uE012');
    await until('an earlier moment', async () => (await moment()) < before);
    // The controls come back when the pointer is over the picture.
    await page.hover('.wp-player');
    await page.press('LIVE');
    await seeLive(page);
  });

  test('archive: a press on the timeline and a drag go to their moment', async () => {
    const recorded = await recordedFor(40_000);
    await page.goto(`${shop.product.url}/cameras/${cameraId}?t=${recorded + 2000}`);
    const [from, to] = await until('the footage in the timeline', () =>
      page.evaluate(() => {
        const [all, part] = ['.wp-tl', '.wp-track .wp-footage'].map((name) => document.querySelector(name)?.getBoundingClientRect());
        if (!all || !part || part.width < 20) return null;
        return [0.3, 0.7].map((share) => (part.left + part.width * share - all.left) / all.width) as [number, number];
      }),
    );
    /** The picture of the moment in the address. */
    const seeMoment = (what: string, after: number): Promise<number> =>
      until(what, async () => {
        const [time, picture] = [await moment(), await readPicture(page)];
        return time > after && typeof picture?.burnt === 'number' && Math.abs((picture.burnt - (time % 2 ** 32)) | 0) < 4_000 && time;
      });
    await page.drag('.wp-tl', from, from);
    const pressed = await seeMoment('the moment of the press', recorded + 4_000);
    expect(pressed).toBeLessThan(Date.now() - 10_000);
    await page.drag('.wp-tl', from, to);
    await seeMoment('the moment of the drag', pressed + 4_000);
  });

  test('archive: twice the speed, and frame by frame, with ManagedMediaSource alone as on an iPhone', async () => {
    const recorded = await recordedFor(40_000);
    await openElement(page, shop, cameraId, without.mediaSourceButManaged);
    await seeReady(page);
    const burnt = async (): Promise<number | null> => (await readPicture(page))?.burnt ?? null;
    let seen = '';
    const recordedPicture = async (): Promise<number | false> => {
      const now = await burnt();
      const isRecorded = now !== null && Math.abs((now - (recorded % 2 ** 32)) | 0) < 30_000;
      if (!isRecorded) seen = JSON.stringify(await page.evaluate(describePlayer));
      return isRecorded && now;
    };
    await page.evaluate(
      (time) => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.seek(time),
      recorded + 2_000,
    );
    // As long as for a live picture, which the same machine has to decode.
    const first = await until(() => `a recorded picture at ${recorded + 2_000}; the player: ${seen}`, recordedPicture, 60_000);
    await page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.setSpeed(2));
    await until('four seconds more', async () => ((((await burnt()) ?? first) - first) | 0) > 4_000);
    const step = (direction: 1 | -1): Promise<unknown> =>
      page.evaluate((given) => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.step(given), direction);
    /** The picture that stands, another than the one before. */
    const standing = (before: number | null): Promise<number> => {
      let last: number | null = null;
      return until('a picture that stands still', async () => {
        const now = await burnt();
        const isPaused = await page.evaluate(() => {
          const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
          return video?.paused === true && !video.seeking;
        });
        const stands = isPaused && now !== null && now === last && now !== before;
        last = now;
        return stands && now;
      });
    };
    await step(1);
    const start = await standing(null);
    await step(1);
    const next = await standing(start);
    expect((next - start) | 0).toBeGreaterThan(20);
    // A key frame would be two seconds away.
    expect((next - start) | 0).toBeLessThan(1_900);
    await step(-1);
    expect(await standing(next)).toBe(start);
  });

  test('outage: a server that ends and starts again is live by itself; the camera is never said to lack power', async () => {
    await openElement(page, shop, cameraId, keepStates);
    await seeNow(page);
    await shop.product.stop();
    let title = '';
    await until(
      () => `the end of the server to be noticed; the states: ${title}`,
      async () => / live( .*)? connecting$/.test((title = await page.title())),
    );
    expect(await page.title()).not.toContain('offline');
    expect(await page.shows('It may have lost power')).toBe(false);
    await shop.product.start();
    await seeNow(page);
  });
});

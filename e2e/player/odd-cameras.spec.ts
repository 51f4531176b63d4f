import type { Page } from 'playwright';
import { fieldCases, startFieldCamera, type FieldCamera } from '@watchpost/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addStream } from '../support/owner.ts';
import { until } from '../support/product.ts';
import type { PlayerOnPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

/**
 * Sound that never comes, is transcoded and never comes, can't be set up, or ends after 3 s: the picture depends on none of it. Nor on
 * start codes within its units, nor on parameter sets that take turns.
 */
const names: readonly string[] = ['aac-silent', 'pcma-silent', 'aac-refused', 'aac-stops', 'annexb-in-fu', 'two-sps-ids'];

let shop: Shop;
const sources: FieldCamera[] = [];
let cameras: readonly { readonly name: string; readonly id: string }[] = [];

beforeAll(async () => {
  shop = await openShop({}, undefined, '/sub');
  cameras = await Promise.all(
    fieldCases
      .filter(({ name }) => names.includes(name))
      .map(async (fieldCase) => {
        const source = await startFieldCamera(fieldCase);
        sources.push(source);
        return { name: fieldCase.name, id: await addStream(shop.owner, source.url) };
      }),
  );
});
afterAll(async () => {
  await shop?.close();
  await Promise.all(sources.map((source) => source.close()));
});

/** Waits for so much footage of each, ms. @returns where the recordings begin, Unix ms */
function recordedFrom(length: number): Promise<readonly number[]> {
  const from = Date.now() - 600_000;
  return Promise.all(
    cameras.map(({ name, id }) =>
      until(
        `${length} ms of ${name}`,
        async () => {
          const [first] = (await shop.owner.archive.footage(id, { from, to: Date.now() })).recordings;
          return first !== undefined && first.to - first.from >= length && first.from;
        },
        60_000,
      ),
    ),
  );
}

const tokenOf = async (withAudio: boolean): Promise<string> => {
  const cameraIds = cameras.map(({ id }) => id);
  return (await shop.owner.embeds.createToken({ cameraIds, origins: [shop.site.origin], archive: { kind: 'all' }, withAudio })).token;
};

/** Opens a partner's page. */
async function openPage(body: string): Promise<{ readonly page: Page; readonly errors: string[] }> {
  shop.site.page('/odd-cameras', `<!doctype html><html lang="en"><title>Odd cameras</title>${body}</html>`);
  const { page, context, errors } = await shop.browser.newPage();
  onTestFinished(() => context.close());
  await page.goto(`${shop.site.origin}/odd-cameras`);
  return { page, errors };
}

/** Opens a page with all cameras. @param attributesOf further ones of each element */
async function openCameras(isWanted: boolean, attributesOf: (index: number) => string): ReturnType<typeof openPage> {
  const { product } = shop;
  const token = await tokenOf(isWanted);
  const tags = cameras.map(
    ({ id }, index) =>
      `<watchpost-camera style="display: inline-block; width: 400px" server="${product.url}" camera-id="${id}" token="${token}" quality="high" muted="${!isWanted}" ${attributesOf(index)}></watchpost-camera>`,
  );
  return openPage(`<script type="module" src="${product.url}/embed/watchpost.js"></script>${tags.join('')}`);
}

/** What each player shows now, by its pixels; empty before there is a picture. */
const picturesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [32, 18];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    return [...document.querySelectorAll('watchpost-camera')].map((element) => {
      const video = element.shadowRoot?.querySelector('video');
      if (!video || !context || video.readyState < 2 || video.videoWidth === 0) return '';
      context.drawImage(video, 0, 0, 32, 18);
      return context.getImageData(0, 0, 32, 18).data.join();
    });
  });

/** Waits until the picture of each camera has changed four times. */
async function seeAllMove(page: Page): Promise<void> {
  const seen = cameras.map(({ name }) => ({ name, pictures: new Set<string>() }));
  await until(
    () => `five pictures of each; there are ${seen.map(({ name, pictures }) => `${pictures.size} of ${name}`).join(', ')}`,
    async () => {
      (await picturesOf(page)).forEach((picture, index) => {
        if (picture !== '') seen[index]?.pictures.add(picture);
      });
      return seen.every(({ pictures }) => pictures.size >= 5);
    },
    60_000,
  );
}

const playersOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<PlayerOnPage>('watchpost-camera')].map(({ player }) => ({
      state: player?.controller.state.value.kind,
      transport: player?.controller.stats().transport,
      position: player?.controller.position.value ?? 0,
    })),
  );

describe.each([{ isWanted: true }, { isWanted: false }])('the picture moves, sound wanted: $isWanted', ({ isWanted }) => {
  test.each(['websocket', 'hls'])('live by %s', async (transport) => {
    const { page, errors } = await openCameras(isWanted, () => `transport="${transport}"`);
    await seeAllMove(page);
    // Statistics load last.
    await until('the transport', async () => (await playersOf(page)).every((player) => player.transport === transport));
    // One that began again, with sound that has come since, is live a moment later.
    await until('all to be live', async () => (await playersOf(page)).every(({ state }) => state === 'live'));
    expect(errors).toEqual([]);
  });

  test('archive, also where the sound has ended', async () => {
    const from = await recordedFrom(14_000);
    const { page, errors } = await openCameras(isWanted, (index) => `time="${(from[index] ?? 0) + 500}"`);
    await seeAllMove(page);
    await until(
      'six seconds of each',
      async () => (await playersOf(page)).every(({ position }, index) => position > (from[index] ?? 0) + 6000),
      60_000,
    );
    await seeAllMove(page);
    expect((await playersOf(page)).map(({ state }) => state)).toEqual(cameras.map(() => 'archive'));
    expect(errors).toEqual([]);
  });

  test('a clip, to its end', async () => {
    const from = await recordedFrom(14_000);
    const token = await tokenOf(isWanted);
    const { page, errors } = await openPage('<body></body>');
    const shown = await Promise.all(
      cameras.map(({ id }, index) => {
        const start = from[index] ?? 0;
        return page.evaluate(playToItsEnd, {
          url: shop.owner.archive.clipUrl(id, { from: start, to: start + 8000 }),
          token,
          isMuted: !isWanted,
        });
      }),
    );
    expect(Math.min(...shown)).toBeGreaterThan(4);
    expect(errors).toEqual([]);
  });
});

/** Runs in the page: plays a clip. @returns how many different pictures were shown */
async function playToItsEnd(clip: { readonly url: string; readonly token: string; readonly isMuted: boolean }): Promise<number> {
  const answer = await fetch(clip.url, { headers: { authorization: `Bearer ${clip.token}` } });
  if (!answer.ok) throw new Error(`The clip was answered with ${answer.status}.`);
  const video = document.createElement('video');
  video.muted = clip.isMuted;
  document.body.append(video);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [32, 18];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const shown = new Set<string>();
  const look = (): void => {
    context?.drawImage(video, 0, 0, 32, 18);
    shown.add(context?.getImageData(0, 0, 32, 18).data.join() ?? '');
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  const end = new Promise<void>((resolve, reject) => {
    video.addEventListener('ended', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
  });
  video.src = URL.createObjectURL(await answer.blob());
  await Promise.all([video.play(), end]);
  return shown.size;
}

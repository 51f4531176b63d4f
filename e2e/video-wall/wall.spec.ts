import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/product.ts';
import type { Shop } from '../support/shop.ts';
import { clientOf } from '../support/signed-in.ts';
import { openSharedWallStage, seeAllLive, tile, titles, type WallStage } from '../support/video-wall/wall-stage.ts';
import { readTiles } from '../support/wall.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;
let ids: readonly string[];
let openWall: WallStage['openWall'];

beforeAll(async () => {
  ({ shop, ids, openWall } = await openSharedWallStage());
});
afterAll(() => shop?.close());

const order = async (page: Page): Promise<string[]> => (await readTiles(page)).tiles.map(({ title }) => title);

test('all cameras are live over one connection; one fills the wall without a black frame while the others pause, and back', async () => {
  const { page, errors, violations, sockets, context } = await openWall();
  await seeAllLive(page);
  await page.getByLabel('Live: 4 of 4').waitFor();
  expect(sockets.filter((url) => url.endsWith('/v3/live'))).toHaveLength(1);

  await page.evaluate(() => {
    const black: string[] = [];
    Object.assign(globalThis, { black });
    const look = (): void => {
      for (const seen of document.querySelectorAll('[data-camera]')) {
        const [video, cover] = [seen.querySelector('video'), seen.querySelector('canvas')];
        // While it seeks a video keeps its last frame on the screen.
        const isEmpty = !video || video.readyState === 0 || (video.readyState === 1 && !video.seeking);
        if (isEmpty && (cover?.hidden ?? true)) black.push(seen.getAttribute('aria-label') ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const widthOfOne = async (): Promise<number | undefined> => (await readTiles(page)).tiles[0]?.width;
  await until('the small stream', async () => (await widthOfOne()) === 640);
  await tile(page, 'One').dblclick();
  await until('the full stream', async () => (await widthOfOne()) === 1280, 30_000);
  const framesOf = async (): Promise<number[]> => (await readTiles(page)).tiles.map(({ frames }) => frames);
  const before = await framesOf();
  const after = await until('a second of the one that fills the wall', async () => {
    const frames = await framesOf();
    return (frames[0] ?? 0) - (before[0] ?? 0) >= 25 && frames;
  });
  expect(after.slice(1).every((frames, index) => frames <= (before[index + 1] ?? 0))).toBe(true);
  await page.keyboard.press('Escape');
  await until('the small stream again', async () => (await widthOfOne()) === 640, 30_000);
  await seeAllLive(page);
  expect(await page.evaluate(() => (globalThis as unknown as { black: string[] }).black)).toEqual([]);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('arranged with the pointer and with keys, stored for the account; removed and restored; for this device only', async () => {
  const { page, context } = await openWall();
  await seeAllLive(page);
  await page.getByRole('button', { name: 'Layout: Automatic' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await order(page)).toEqual(titles);

  const [from, to] = [await tile(page, 'One').boundingBox(), await tile(page, 'Four').boundingBox()];
  if (!from || !to) throw new Error('The tiles have no place.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await order(page)).toEqual(['Four', 'Two', 'Three', 'One']);

  await tile(page, 'Four').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await until('the tile to be moved by keys', async () => (await order(page)).join() === 'Two,Four,Three,One');
  await until('the focus to go along', () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Four'));
  await until(
    'the account to know',
    async () => (await shop.owner.videoWall.get()).account?.cameraIds.join() === [ids[1], ids[3], ids[2], ids[0]].join(),
  );

  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'No camera' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('the camera to be back', async () => (await order(page)).join() === 'Two,Four,Three,One');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'This device only' }).check();
  await page.keyboard.press('Escape');
  await tile(page, 'Two').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'No camera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Two/ }).waitFor();
  await page.keyboard.press('Escape');
  const client = await clientOf(page);
  await until('the device’s arrangement to be kept', () =>
    client.evaluate(async ({ videoWall }) => (await videoWall.get()).device?.cameraIds.filter((id) => id !== null).length === 3),
  );
  await page.reload();
  await until('the device’s own arrangement', async () => (await order(page)).join() === 'Four,Three,One');
  expect((await shop.owner.videoWall.get()).account?.cameraIds).toHaveLength(4);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'This device only' }).uncheck();
  await until('the account’s again', async () => (await order(page)).join() === 'Two,Four,Three,One');
  await context.close();
});

test('recordings of four cameras on one timeline: they show the same moment, and LIVE returns to live', async () => {
  const { page, context, errors } = await openWall();
  await seeAllLive(page);
  await until(
    'footage',
    async () => {
      const { oldest, newest } = await shop.owner.archive.footage(ids[3] ?? '', { from: Date.now() - 600_000, to: Date.now() });
      return oldest !== null && newest !== null && newest - oldest > 15_000;
    },
    30_000,
  );
  const slider = page.getByRole('slider', { name: 'Timeline' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'LIVE', exact: true }).waitFor();
  await until(
    'all four together',
    async () => {
      const { now, tiles } = await readTiles(page);
      const burnt = tiles.flatMap(({ burnt: time }) => time ?? []);
      const spread = burnt.length === 4 ? Math.max(...burnt) - Math.min(...burnt) : Number.POSITIVE_INFINITY;
      const age = (now - Math.min(...burnt)) % 2 ** 32;
      // Two steps back are ten seconds: players that know nothing of each other end up seconds apart. Bench video-wall-sync measures it.
      return age > 5_000 && spread <= 500;
    },
    30_000,
  );
  await page.getByRole('button', { name: 'LIVE', exact: true }).click();
  await seeAllLive(page);
  expect(errors).toEqual([]);
  await context.close();
});

test('<watchpost-video-wall> on a strict page of another origin: live with a token for each camera', async () => {
  const tokens = Object.fromEntries(
    await Promise.all(
      ids.map(
        async (id) =>
          [
            id,
            (await shop.owner.embeds.createToken({ cameraIds: [id], origins: [shop.site.origin], archive: { kind: 'all' } })).token,
          ] as const,
      ),
    ),
  );
  const { url } = shop.product;
  const policy = `default-src 'self'; script-src 'self' ${url}; connect-src ${url} ${url.replace('http', 'ws')}; media-src blob:; img-src 'self' blob:; require-trusted-types-for 'script'; trusted-types 'none'`;
  shop.site.page(
    '/wall',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Guard</title><script type="module" src="${url}/embed/watchpost-video-wall.js"></script><watchpost-video-wall server="${url}" layout="4"></watchpost-video-wall></html>`,
    { 'content-security-policy': policy },
  );
  const { page, errors, violations, context } = await shop.browser.newPage();
  await page.goto(`${shop.site.origin}/wall`);
  await page.evaluate((given) => {
    const live = new Set<string>();
    const shown = new Set<string>();
    document.addEventListener(
      'watchpost-state',
      (event) => event instanceof CustomEvent && event.detail.kind === 'live' && live.add(event.detail.cameraId),
    );
    document.addEventListener(
      'watchpost-quality',
      (event) => event instanceof CustomEvent && event.detail.type === 'first-frame' && shown.add(event.detail.cameraId),
    );
    Object.assign(document.querySelector('watchpost-video-wall') ?? {}, { tokens: given, seen: { live, shown } });
  }, tokens);
  await seeAllLive(page);
  const readSeen = () =>
    page.evaluate(() => {
      const wall: { seen?: Record<'live' | 'shown', Set<string>> } =
        document.querySelector<HTMLElement & { seen?: Record<'live' | 'shown', Set<string>> }>('watchpost-video-wall') ?? {};
      return [[...(wall.seen?.live ?? [])], [...(wall.seen?.shown ?? [])]];
    });
  const onPage = ids.slice(0, 4);
  // The events of each camera name it. They follow the picture: on a busy machine a moment later.
  await expect
    .poll(async () => (await readSeen()).map((cameras) => onPage.filter((id) => cameras.includes(id))), { timeout: atMost(60_000) })
    .toEqual([onPage, onPage]);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

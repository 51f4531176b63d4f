import type { BrowserContextOptions, Locator, Page } from 'playwright';
import type { Readable } from '../browsers/readable.ts';
import type { TestBrowser, TestPage } from '../chromium.ts';
import { maxLiveAgeMs } from '../picture.ts';
import { until } from '../product.ts';
import { openSharedShop, openShop, type OwnShop, type Shop } from '../shop.ts';
import { signInWithoutPage, storedSession, type SignedIn } from '../signed-in.ts';
import { readTiles, type SeenTile } from '../wall.ts';

export const titles = ['One', 'Two', 'Three', 'Four'];

/** Four cameras with the clock burnt into their pictures, which have been recorded for a while. */
export interface WallStage<S extends Shop = OwnShop> {
  readonly shop: S;
  /** The cameras, in the order of their titles. */
  readonly ids: readonly string[];
  /** Opens the wall for the cameras' owner, and keeps the addresses of its web sockets. */
  openWall(options?: BrowserContextOptions): Promise<TestPage & { readonly sockets: readonly string[] }>;
}

/** @param launch another browser than Chromium */
export async function openWallStage(launch?: () => Promise<TestBrowser>): Promise<WallStage> {
  return openStageOn(await openShop({}, launch));
}

/** The same with the product that the specs of a worker share. */
export async function openSharedWallStage(): Promise<WallStage<Shop>> {
  return openStageOn(await openSharedShop());
}

async function openStageOn<S extends Shop>(shop: S): Promise<WallStage<S>> {
  try {
    const ids = await addCameras(shop);
    const person = await signInWithoutPage(shop.product, shop.product.emailOf('owner'));
    const state = storedSession(person, shop.product.url);
    person.client.dispose();
    await until(
      'pictures of all',
      async () => (await shop.owner.cameras.list()).every(({ state: now, previewUrl }) => now === 'online' && previewUrl !== null),
      60_000,
    );
    return { shop, ids, openWall: (options) => openWall(shop, state, options) };
  } catch (error) {
    // The spec has no stage yet that it could close.
    await shop.close();
    throw error;
  }
}

/** Puts four cameras in the place of the shop's own. */
async function addCameras({ owner, camera, cameraId }: Shop): Promise<string[]> {
  await owner.cameras.remove(cameraId);
  const ids: string[] = [];
  // One has a second, small stream, as most cameras do; the others are small altogether.
  for (const title of titles)
    ids.push(
      (
        await owner.addCamera.addRtsp({
          title,
          url: camera.url(title === 'One' ? '/cam' : '/sub'),
          ...(title === 'One' && { lowUrl: camera.url('/sub') }),
        })
      ).id,
    );
  return ids;
}

/**
 * On a busy machine the wall plays key frames only (`governor.test.ts`). What other tests cost at the same time must not count: neither the
 * processor's pressure, nor frames that the browser drops, nor long frames of the page.
 */
export function reportIdleMachine(): void {
  Reflect.deleteProperty(globalThis, 'PressureObserver');
  const read = HTMLVideoElement.prototype.getVideoPlaybackQuality;
  HTMLVideoElement.prototype.getVideoPlaybackQuality = function (this: HTMLVideoElement): VideoPlaybackQuality {
    const { creationTime, totalVideoFrames } = read.call(this);
    return { creationTime, totalVideoFrames, droppedVideoFrames: 0, corruptedVideoFrames: 0 };
  };
  // To what runs in a frame, the frame before was the sixtieth part of a second ago. Only the wall's meter measures that.
  const [request, now] = [requestAnimationFrame.bind(globalThis), performance.now.bind(performance)];
  let frames = 0;
  let isFrame = false;
  Object.assign(performance, { now: () => (isFrame ? (frames * 1000) / 60 : now()) });
  Object.assign(globalThis, {
    requestAnimationFrame: (callback: FrameRequestCallback): number =>
      request((time) => {
        frames += 1;
        isFrame = true;
        try {
          callback(time);
        } finally {
          isFrame = false;
        }
      }),
  });
}

async function openWall({ browser, product }: Shop, state: SignedIn, options: BrowserContextOptions = {}) {
  const view = await browser.newPage({ storageState: state, serviceWorkers: 'block', ...options });
  await view.page.addInitScript(reportIdleMachine);
  const sockets: string[] = [];
  view.page.on('websocket', (socket) => sockets.push(socket.url()));
  await view.page.goto(`${product.url}/video-wall`);
  return { ...view, sockets };
}

export const seeAllLive = (page: Readable, count = 4): Promise<readonly SeenTile[]> =>
  until(
    'all tiles live',
    async () => {
      const { now, tiles } = await readTiles(page);
      const shown = tiles.filter(({ burnt }) => burnt !== null && (now - burnt) % 2 ** 32 < maxLiveAgeMs);
      return shown.length === count && tiles;
    },
    60_000,
  );

export const tile = (page: Page, title: string): Locator => page.locator(`[data-camera][aria-label="${title}"]`);

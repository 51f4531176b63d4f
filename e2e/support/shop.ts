import type { Client } from '@watchpost/sdk-core';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser } from './chromium.ts';
import { addRigCamera, createOwner } from './owner.ts';
import { startProduct, type Product, type RunningProduct } from './product.ts';
import { startSite, type Site } from './site.ts';
import { sharedProduct } from './worker/shared-product.ts';

/** A web shop whose pages embed a camera: the product, the camera's owner, the camera, and a site of another origin. */
export interface Shop {
  readonly product: RunningProduct;
  readonly browser: TestBrowser;
  readonly camera: RigCamera;
  readonly site: Site;
  readonly owner: Client;
  readonly cameraId: string;
  /** An embed token for the shop's pages, or for another origin's. */
  token(origin?: string): Promise<string>;
  close(): Promise<void>;
}

/** A shop with a product of its own, which can be stopped. */
export interface OwnShop extends Shop {
  readonly product: Product;
}

/**
 * Starts it all and waits for the camera’s video.
 * @param environment settings of the product @param launch another browser
 * @param path the rig's stream; `/sub` is small, and takes a quarter of the processor time to encode and decode
 */
export async function openShop(
  environment: Readonly<Record<string, string>> = {},
  launch: () => Promise<TestBrowser> = launchBrowser,
  path = '/cam',
): Promise<OwnShop> {
  const starting = startProduct(environment);
  const [product, shop] = await Promise.all([starting, openShopOn(starting, launch, path)]);
  return { ...shop, product };
}

/** The same with the product that the specs of a worker share, and a small stream. */
export function openSharedShop(): Promise<Shop> {
  return openShopOn(sharedProduct(), launchBrowser, '/sub');
}

async function openShopOn(starting: Promise<RunningProduct>, launch: () => Promise<TestBrowser>, path: string): Promise<Shop> {
  const [product, browser, camera, site] = await Promise.all([starting, launch(), startRigCamera(), startSite()]);
  const owner = await createOwner(product);
  const cameraId = await addRigCamera(owner, camera, path);
  return {
    product,
    browser,
    camera,
    site,
    owner,
    cameraId,
    token: async (origin = site.origin) =>
      (await owner.embeds.createToken({ cameraIds: [cameraId], origins: [origin], archive: { kind: 'all' } })).token,
    async close() {
      await browser.close();
      owner.dispose();
      site.close();
      await product.dispose();
      await camera.stop();
    },
  };
}

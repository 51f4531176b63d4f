import type { CreateEmbedLinkBody, EmbedLink } from '@watchpost/contract/schemas/embeds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera } from '../rig/camera.ts';
import { addRigCamera } from '../support/owner.ts';
import { ask, createEmbedLink, findRecordedMoment, heardOf, hostPage } from '../support/player/embed-link.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const createLink = (over?: Partial<CreateEmbedLinkBody>): Promise<EmbedLink> => createEmbedLink(shop, over);
const recordedMoment = (cameraId: string): Promise<number> => findRecordedMoment(shop, cameraId);

test('a wall in an iframe does what its site asks, for all cameras or for one', async () => {
  const second = await startRigCamera();
  const secondId = await addRigCamera(shop.owner, second);
  const { url } = await createLink({ cameraIds: [shop.cameraId, secondId], origins: [shop.site.origin] });
  shop.site.page('/wall', hostPage(url));
  const { page, errors } = await shop.browser.newPage();
  await page.goto(`${shop.site.origin}/wall`);
  /** Waits until each camera was last heard in its state. */
  const hearStates = (what: string, first: string, other: string) =>
    until(
      what,
      async () => {
        const heard = await heardOf(page);
        const last = (id: string) => heard.findLast(({ type, cameraId }) => type === 'state' && cameraId === id)?.['state'];
        return (last(shop.cameraId) === first && last(secondId) === other) || null;
      },
      30_000,
    );
  await hearStates('two live pictures', 'live', 'live');
  const ready = await until('that it is ready', async () => (await heardOf(page)).find(({ type }) => type === 'ready') ?? null);
  expect(ready).toMatchObject({ cameraIds: [shop.cameraId, secondId] });
  await ask(page, { type: 'pause', cameraId: secondId });
  await hearStates('one paused', 'live', 'paused');
  await ask(page, { type: 'pause' });
  await hearStates('both paused', 'paused', 'paused');
  await ask(page, { type: 'play' });
  await hearStates('both continued', 'live', 'live');
  const moment = await recordedMoment(secondId);
  await ask(page, { type: 'seek', time: moment, cameraId: shop.cameraId });
  await hearStates('one recording', 'archive', 'live');
  await ask(page, { type: 'seek', time: 'live', cameraId: shop.cameraId });
  await hearStates('it is live again', 'live', 'live');
  await ask(page, { type: 'seek', time: moment });
  await hearStates('both recordings', 'archive', 'archive');
  await ask(page, { type: 'seek', time: 'live' });
  await hearStates('both live again', 'live', 'live');
  expect(errors).toEqual([]);
  await page.close();
  await second.stop();
});

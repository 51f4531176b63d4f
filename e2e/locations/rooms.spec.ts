import { addLocation, addRoom, moveCamera, type Client } from '@watchpost/sdk-core';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { signInWithoutPage, storedSession, type SignedIn } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;
let camera: SceneCamera;
let owner: Client;
let state: SignedIn;
const ids = new Map<string, string>();

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([sharedProduct(), launchBrowser(), startSceneCamera('street', { isSmall: true })]);
  const person = await signInWithoutPage(product, product.emailOf('owner'));
  owner = person.client;
  state = storedSession(person, product.url);
  for (const title of ['Door', 'Gate', 'Till']) ids.set(title, (await owner.addCamera.addRtsp({ title, url: camera.url })).id);
});
afterAll(async () => {
  await browser?.close();
  owner?.dispose();
  await product?.dispose();
  await camera?.stop();
});
beforeEach(async () => void (await owner.locations.save(() => ({ locations: [], rooms: [], cameras: [] }))));

const id = (title: string): string => ids.get(title) ?? '';
const open = async (path: string, options: Parameters<TestBrowser['newPage']>[0] = {}) => {
  const view = await browser.newPage({ storageState: state, serviceWorkers: 'block', ...options });
  await view.page.goto(product.url + path);
  return view;
};
const at = (locationId: string | null, roomId: string | null = null) => ({ locationId, roomId });
const shopWithHall = () =>
  owner.locations.save((config) =>
    [
      addLocation({ id: 'shop', title: 'Shop' }),
      addLocation({ id: 'office', title: 'Office' }),
      addRoom({ id: 'hall', title: 'Hall', locationId: 'shop' }),
      moveCamera(id('Door'), at('shop', 'hall')),
      moveCamera(id('Till'), at('shop')),
    ].reduce((before, edit) => edit(before), config),
  );
const placeOf = async (title: string) => (await owner.locations.get()).cameras.find((one) => one.id === id(title));
const dragOnto = async (page: Page, handle: Locator, target: Locator): Promise<void> => {
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
};
const check = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`);
  });
};

test('R22: 20 clients that edit concurrently lose nothing, and no two positions are the same', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => owner.locations.save(addLocation({ id: `l${index}`, title: `Location ${index}` }))),
  );
  const { locations } = await owner.locations.get();
  expect(new Set(locations.map(({ title }) => title)).size).toBe(20);
  expect(locations.map(({ order }) => order).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('from scratch: a suggested location, a room, cameras dragged into it; sorted with pointer and keys; deleted after a confirmation', async () => {
  const { page, errors, violations, context } = await open('/settings/locations-and-rooms');
  await page.waitForURL('**/locations-and-rooms/list');
  await page.getByText('No locations yet').waitFor();
  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('button', { name: 'Pick-up point' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Pick-up point' }).waitFor();
  await page.getByRole('button', { name: 'Add room' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Hall');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Rooms in their order' }).getByRole('link', { name: /^Hall/ }).click();
  await page.waitForURL(/locations-and-rooms(\/[0-9a-f-]{36}){2}$/);

  await page.getByRole('link', { name: /^Without location/ }).click();
  await dragOnto(
    page,
    page.getByRole('button', { name: 'Move Door', exact: true }),
    page.getByRole('list', { name: 'Rooms of Pick-up point' }).getByRole('link', { name: /^Hall/ }),
  );
  await until('Door to be in the hall', async () => (await placeOf('Door'))?.roomId !== null && (await placeOf('Door')) !== undefined);
  await dragOnto(page, page.getByRole('button', { name: 'Move Till', exact: true }), page.getByRole('link', { name: /^Pick-up point/ }));
  await until('Till to be in the location', async () => (await placeOf('Till'))?.locationId);
  expect(await placeOf('Till')).toMatchObject({ roomId: null });

  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Дача <b>');
  await page.keyboard.press('Enter');
  await page.waitForURL(/locations-and-rooms\/[0-9a-f-]{36}$/);
  const order = async (): Promise<string> =>
    page
      .getByRole('list', { name: 'Locations in their order' })
      .locator(':scope > li b')
      .allTextContents()
      .then((names) => names.join());
  await until('both locations', async () => (await order()) === 'Pick-up point,Дача <b>');
  await page.getByRole('button', { name: 'Move Дача <b>' }).focus();
  for (const key of [' ', 'ArrowUp', ' ']) await page.keyboard.press(key);
  await until('the order by keys', async () => (await order()) === 'Дача <b>,Pick-up point');
  await until('the focus to go along', () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Move Дача <b>'));
  await dragOnto(page, page.getByRole('button', { name: 'Move Дача <b>' }), page.getByRole('link', { name: /^Without location/ }));
  await until('the order by pointer', async () => (await order()) === 'Pick-up point,Дача <b>');
  await until(
    'the server to have it',
    async () =>
      (await owner.locations.get()).locations
        .toSorted((one, other) => one.order - other.order)
        .map(({ title }) => title)
        .join() === 'Pick-up point,Дача <b>',
  );

  await page.getByRole('link', { name: /^Pick-up point/ }).click();
  await page.getByRole('button', { name: 'Pick-up point: actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete location' }).click();
  await page.getByRole('alertdialog').getByText('Its 1 room is deleted too. 2 cameras stay, without location and room.').waitFor();
  await page.getByRole('button', { name: 'Delete location' }).click();
  await page.waitForURL('**/locations-and-rooms/list');
  const { locations, rooms } = await owner.locations.get();
  expect([locations.length, rooms, await placeOf('Door')]).toMatchObject([1, [], at(null)]);
  await page.getByRole('list', { name: 'Cameras in their order' }).getByText('Till').waitFor();
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('the dashboard: one location, its rooms, cameras without a room; the address contains the choice', async () => {
  await shopWithHall();
  const { page, errors, context } = await open('/');
  const names = async (): Promise<string> => (await page.locator('.tile .name').allTextContents()).join();
  await until('all cameras by their places', async () => (await names()) === 'Door,Till,Gate');
  await page.getByRole('button', { name: 'All locations, choose a location' }).click();
  await page.getByRole('menuitemradio', { name: 'Shop' }).click();
  await until('the cameras of the shop', async () => (await names()) === 'Door,Till');
  await page.getByRole('button', { name: /^Hall\s*1/ }).click();
  await until('the cameras of the hall', async () => (await names()) === 'Door');
  expect(new URL(page.url()).search).toBe('?location=shop&room=hall');
  await page.reload();
  await page.getByRole('heading', { name: /^Shop/ }).waitFor();
  await until('still the hall', async () => (await names()) === 'Door');
  await page.getByRole('button', { name: /^Without room\s*1/ }).click();
  await until('those without a room', async () => (await names()) === 'Till');
  await page.getByRole('button', { name: 'Shop, choose a location' }).click();
  await page.getByRole('menuitemradio', { name: 'Office' }).click();
  await page.getByText('No cameras here').waitFor();
  await page.getByRole('button', { name: 'Show all cameras' }).click();
  await until('all again', async () => (await names()) === 'Door,Till,Gate');

  await page.goto(`${product.url}/activities`);
  await page.getByLabel('Location').selectOption('Shop');
  await until(
    'the cameras of the shop to choose from',
    async () => (await page.getByLabel('Camera').locator('option').allTextContents()).join() === 'All cameras,Door,Till',
  );
  await page.getByRole('link', { name: 'Manage locations' }).click();
  await page.waitForURL('**/locations-and-rooms/list');

  // Nobody has arranged the wall: it follows the places.
  await page.goto(`${product.url}/video-wall`);
  await until(
    'the wall by the places',
    async () =>
      (await page.locator('[data-camera]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')))).join() ===
      'Door,Till,Gate',
  );
  expect(errors).toEqual([]);
  await context.close();
});

test('on a phone: list, location and room are pages; a camera is moved without dragging; axe finds nothing serious', async () => {
  await shopWithHall();
  const { page, errors, context } = await open('/settings/locations-and-rooms', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  await page.getByRole('link', { name: /^Shop/ }).click();
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  expect(await page.getByRole('list', { name: 'Locations in their order' }).count()).toBe(0);
  expect(await check(page)).toEqual([]);
  await page.getByRole('link', { name: /^Hall/ }).click();
  await page.waitForURL('**/locations-and-rooms/shop/hall');
  await page.getByRole('button', { name: 'Move Door to…' }).click();
  await page.getByRole('radio', { name: 'Office' }).check();
  expect(await check(page)).toEqual([]);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await until('Door to be in the office', async () => (await placeOf('Door'))?.locationId === 'office');
  await page.getByRole('button', { name: 'Add cameras' }).click();
  await page.getByRole('checkbox', { name: 'Gate' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await until('Gate to be in the hall', async () => (await placeOf('Gate'))?.roomId === 'hall');
  await page.getByRole('link', { name: 'Back to Shop' }).click();
  await page.getByRole('link', { name: 'To the locations' }).click();
  await page.waitForURL('**/locations-and-rooms/list');
  expect(await check(page)).toEqual([]);
  await page.goto(`${product.url}/settings/locations-and-rooms/gone`);
  await page.getByText('Not found').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

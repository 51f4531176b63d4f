import type { CreateEmbedLinkBody } from '@watchpost/contract/schemas/embeds';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera } from '../rig/camera.ts';
import { seeLive } from '../support/journeys.ts';
import { addRigCamera } from '../support/owner.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSite } from '../support/site.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const createLink = (over: Partial<CreateEmbedLinkBody> = {}) =>
  shop.owner.embeds.createLink({
    name: 'Beach',
    cameraIds: [shop.cameraId],
    archive: { kind: 'all' },
    withAudio: false,
    origins: [],
    maxViewers: null,
    expiresAt: null,
    ...over,
  });
/** Waits until a camera has enough recordings, and returns a moment among them. */
const recordedMoment = (cameraId: string): Promise<number> =>
  until(
    'recordings',
    async () => {
      const { oldest, newest } = await shop.owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() });
      return oldest !== null && newest !== null && newest - oldest > 12_000 ? newest - 10_000 : null;
    },
    60_000,
  );
/** The page of a site that has a link in an iframe and writes down what it hears. */
const hostPage = (url: string): string => `<!doctype html><html lang="en"><title>Shop</title>
<iframe src="${url}" width="640" height="360" allow="autoplay; fullscreen"></iframe>
<script>
globalThis.heard = [];
addEventListener('message', ({ source, origin, data }) => {
  if (source === document.querySelector('iframe').contentWindow) globalThis.heard.push({ origin, ...data });
});
globalThis.ask = (message) => document.querySelector('iframe').contentWindow.postMessage({ target: 'watchpost', ...message }, '*');
</script>`;
const heardOf = (page: Page): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'heard'));
const ask = (page: Page, message: object): Promise<void> => page.evaluate((sent) => void Reflect.get(globalThis, 'ask')(sent), message);

test('an embed link opened by itself shows the live picture, under its own policy, and ends when it is revoked', async () => {
  const link = await createLink();
  const { page, errors, violations } = await shop.browser.newPage();
  await page.goto(link.url);
  await seeLive(page);
  expect(await violations()).toEqual([]);
  await shop.owner.embeds.revokeLink(link.id);
  await until('the end', async () => (await page.locator('main').textContent())?.includes('This link has ended') || null, 20_000);
  expect((await page.goto(link.url))?.status()).toBe(404);
  expect(errors.filter((error) => !/40[14]/.test(error))).toEqual([]);
  await page.close();
});

test('in an iframe of its site it plays, says so, and obeys; on another site it is not shown', async () => {
  const { url } = await createLink({ origins: [shop.site.origin] });
  shop.site.page('/link', hostPage(url));
  const { page } = await shop.browser.newPage();
  await page.goto(`${shop.site.origin}/link`);
  const hear = (what: string, is: (message: Readonly<Record<string, unknown>>) => boolean) =>
    until(what, async () => (await heardOf(page)).find(is) ?? null, 30_000);
  await hear('live video', ({ type, state }) => type === 'state' && state === 'live');
  const ready = await hear('that it is ready', ({ type }) => type === 'ready');
  expect(ready).toMatchObject({ origin: new URL(url).origin, source: 'watchpost', cameraIds: [shop.cameraId] });
  await ask(page, { type: 'pause' });
  await hear('the pause', ({ type, state }) => type === 'state' && state === 'paused');
  await ask(page, { type: 'seek', time: await recordedMoment(shop.cameraId) });
  await hear('the other moment', ({ type, time }) => type === 'time' && typeof time === 'number');
  const [, frame] = page.frames();
  expect(await frame?.evaluate(() => Reflect.get(globalThis, 'refusedByPolicy'))).toEqual([]);
  await page.goto(url);
  expect(await page.locator('main').textContent()).toContain('only on the sites that its owner has chosen');
  const other = await startSite();
  other.page('/', hostPage(url));
  await page.goto(other.origin);
  await until('the refusal of the frame', () => page.frames()[1]?.url().startsWith('chrome-error:'));
  expect(await heardOf(page)).toEqual([]);
  other.close();
  await page.close();
});

test('oEmbed is found in the page of a link, in both of its formats, and gives a frame that plays', async () => {
  const { url } = await createLink({ name: 'Beach & "sea" <1>' });
  const { page } = await shop.browser.newPage();
  await page.goto(url);
  const found = await page.locator('link[rel=alternate]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const texts = await Promise.all(found.map(async (href) => (await fetch(href)).text()));
  // The link's own page forbids to parse markup.
  await page.goto('about:blank');
  const read = await page.evaluate(([json = '', xml = '']) => {
    const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
    return {
      json: JSON.parse(json),
      xml: Object.fromEntries([...root.children].map(({ tagName, textContent }) => [tagName, textContent])),
    };
  }, texts);
  const asText = Object.entries(read.json).map(([name, value]) => [name, String(value)]);
  expect(read.xml).toEqual(Object.fromEntries(asText));
  expect(read.xml).toMatchObject({ title: 'Beach & "sea" <1>', type: 'video' });
  shop.site.page('/oembed', `<!doctype html><html lang="en"><title>Shop</title>${read.xml['html']}`);
  await page.goto(`${shop.site.origin}/oembed`);
  await until('the frame', () => page.frames()[1]?.url() === url);
  await page.close();
});

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

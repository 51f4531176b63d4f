import type { CreateEmbedLinkBody, EmbedLink } from '@watchpost/contract/schemas/embeds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedEarlierFootage } from '../support/archive/seed-footage.ts';
import { seeLive } from '../support/journeys.ts';
import { ask, createEmbedLink, heardOf, hostPage } from '../support/player/embed-link.ts';
import { until } from '../support/product.ts';
import { openSharedShop, type Shop } from '../support/shop.ts';
import { startSite } from '../support/site.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openSharedShop();
});
afterAll(() => shop?.close());

const createLink = (over?: Partial<CreateEmbedLinkBody>): Promise<EmbedLink> => createEmbedLink(shop, over);

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
  await ask(page, { type: 'seek', time: (await seedEarlierFootage(shop.product, shop.cameraId)) + 2_000 });
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
  // The link's own page forbids parsing markup.
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
  await page
    .frameLocator('iframe')
    .locator('watchpost-camera:state(live)')
    .waitFor({ state: 'attached', timeout: atMost(60_000) });
  await page.close();
});

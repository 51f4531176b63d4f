import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSite } from '../support/site.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;
let token: string;

beforeAll(async () => {
  shop = await openShop();
  token = await shop.token();
});
afterAll(() => shop?.close());

/** Opens a page of the shop with the scripts of these elements. */
async function open(
  markup: string,
  { scripts = ['watchpost'], html = 'lang="en"', head = '', policy = '', doctype = '<!doctype html>' } = {},
): Promise<{ page: Page; errors: string[]; requests: string[]; violations(): Promise<string[]> }> {
  const { url } = shop.product;
  const tags = scripts.map((name) => `<script type="module" src="${url}/embed/v1/${name}.js"></script>`).join('');
  shop.site.page(
    '/',
    `${doctype}<html ${html}><meta charset="utf-8"><title>Shop</title>${head}${tags}${markup}</html>`,
    policy ? { 'content-security-policy': policy } : {},
  );
  const { page, context, errors, violations } = await shop.browser.newPage();
  onTestFinished(() => context.close());
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(shop.site.origin);
  return { page, errors, requests, violations };
}
const camera = (more = ''): string =>
  `<watchpost-camera server="${shop.product.url}" camera-id="${shop.cameraId}" token="${token}" ${more}></watchpost-camera>`;
const live = (page: Page): Promise<void> =>
  page
    .locator('watchpost-camera:state(live)')
    .first()
    .waitFor({ state: 'attached', timeout: atMost(60_000) });

test('snapshots load where they are seen, refresh, say how old they are, and contain no video', async () => {
  await until('a preview', async () => (await shop.owner.cameras.get(shop.cameraId)).previewUrl, 60_000);
  const snapshot = (id: string): string =>
    `<watchpost-snapshot id="${id}" server="${shop.product.url}" camera-id="${shop.cameraId}" token="${token}" refresh-seconds="1"></watchpost-snapshot>`;
  const { page, errors, requests, violations } = await open(`${snapshot('near')}<p style="height:5000px"></p>${snapshot('far')}`, {
    scripts: ['watchpost-snapshot'],
    policy: `default-src 'none'; script-src ${shop.product.url}; connect-src ${shop.product.url}; img-src blob:; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'`,
  });
  const image = page.locator('#near img');
  await image.waitFor();
  expect(await image.getAttribute('alt')).not.toBe('');
  await page.locator('#near [part=age]').filter({ hasText: ' ago' }).waitFor();
  expect(await page.locator('#far img').isVisible()).toBe(false);
  expect(await page.locator('#far:state(buffering)').count()).toBe(1);
  await until('another look at the camera', () => requests.filter((url) => url.endsWith(`/cameras/${shop.cameraId}`)).length >= 3);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await page.locator('#far img').waitFor();
  expect(requests.filter((url) => /camera-|ws:|live/.test(url))).toEqual([]);
  // The list stays after its camera is removed, and so does the name that the page gave it.
  await page.locator('#far').evaluate((element) => Object.assign(element, { alt: 'The gate', cameraId: 'none' }));
  await page.locator('#far').getByText('Camera not found').waitFor();
  expect([await page.locator('#far img').isVisible(), await page.locator('#far:state(error)').count()]).toEqual([false, 1]);
  expect([errors, await violations()]).toEqual([[], []]);
});

test('a timeline elsewhere on the page seeks its camera by keyboard, and follows another camera with the same id', async () => {
  const { page, errors } = await open(`<watchpost-timeline for="door"></watchpost-timeline><main>${camera('id="door" controls')}</main>`, {
    scripts: ['watchpost-timeline', 'watchpost'],
  });
  const slider = page.locator('watchpost-timeline').getByRole('slider');
  await slider.waitFor({ timeout: atMost(60_000) });
  await seeLive(page);
  await until(
    'something recorded',
    async () => {
      const { recordings } = await shop.owner.archive.footage(shop.cameraId, { from: Date.now() - 120_000, to: Date.now() });
      const last = recordings.at(-1);
      return last !== undefined && last.to - last.from > 15_000;
    },
    90_000,
  );
  const time = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('watchpost-time', (event) => event instanceof CustomEvent && resolve(event.detail), { once: true }),
      ),
  );
  await slider.press('ArrowLeft');
  expect(await time).toMatchObject({ cameraId: shop.cameraId, time: expect.any(Number) });
  expect(Number(await page.locator('watchpost-camera').getAttribute('time'))).toBeLessThan(Date.now());
  await slider.press('End');
  await until('live again', async () => (await page.locator('watchpost-camera').getAttribute('time')) === 'live');
  // Replaced: the timeline leaves with the old camera, and comes back with the new one.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.remove());
  await slider.waitFor({ state: 'detached' });
  await page.locator('main').evaluate((main, html) => main.setHTMLUnsafe(html), camera('id="door"'));
  await slider.waitFor({ timeout: atMost(60_000) });
  expect(await page.locator('watchpost-timeline:state(live), watchpost-timeline:state(buffering)').count()).toBe(1);
  expect(errors).toEqual([]);
});

test('a page’s own content in the slots of a wall, a timeline and a snapshot is seen and can be pressed', async () => {
  const snapshot = `<watchpost-snapshot server="${shop.product.url}" camera-id="${shop.cameraId}" token="${token}"><button slot="overlay">Enlarge</button></watchpost-snapshot>`;
  const { page, errors } = await open(
    `<watchpost-video-wall server="${shop.product.url}"><button slot="camera-${shop.cameraId}">Open the gate</button></watchpost-video-wall>
${camera('id="door"')}<watchpost-timeline for="door"><button slot="tools">Print</button></watchpost-timeline>${snapshot}`,
    { scripts: ['watchpost-video-wall', 'watchpost', 'watchpost-timeline', 'watchpost-snapshot'] },
  );
  await page.locator('watchpost-video-wall').evaluate((wall, tokens) => Object.assign(wall, { tokens }), { [shop.cameraId]: token });
  await page.evaluate(() => {
    document.title = '';
    addEventListener('click', ({ target }) => (document.title += target instanceof Element ? `${target.textContent},` : ''));
  });
  for (const name of ['Open the gate', 'Print', 'Enlarge']) await page.getByRole('button', { name }).click({ timeout: atMost(60_000) });
  expect(await page.title()).toBe('Open the gate,Print,Enlarge,');
  expect(errors).toEqual([]);
});

test('the element follows the page’s language, moves in the document without a break, and has parts and a slot', async () => {
  const { page, errors } = await open(`<style>watchpost-camera::part(picture){outline:3px solid red}</style>${camera()}<aside></aside>`);
  await live(page);
  await page.locator('watchpost-camera').hover();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Its slot: the page's own button is over the picture, and can be pressed.
  await page.evaluate(() => {
    const own = Object.assign(document.createElement('button'), { slot: 'overlay', textContent: 'Call the shop' });
    own.addEventListener('click', () => (document.title = 'called'));
    document.querySelector('watchpost-camera')?.append(own);
  });
  await page.getByRole('button', { name: 'Call the shop' }).click();
  expect(await page.title()).toBe('called');
  await page.evaluate(() => (document.documentElement.lang = 'ru'));
  await page.getByRole('button', { name: 'Пауза' }).waitFor();
  expect(await page.locator('watchpost-camera .wp-picture').evaluate((part) => getComputedStyle(part).outlineWidth)).toBe('3px');
  const states = await page.evaluate(() => {
    const kinds: string[] = [];
    addEventListener('watchpost-state', (event) => event instanceof CustomEvent && kinds.push(event.detail.kind));
    document.querySelector('aside')?.append(document.querySelector('watchpost-camera') ?? '');
    return new Promise<string[]>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(kinds))));
  });
  await seeLive(page);
  // A stall of the machine before the move may end after it; every restart begins with "connecting".
  expect([states.filter((kind) => kind !== 'live'), errors]).toEqual([[], []]);
});

test.each([
  ['an AMD loader', { head: '<script>globalThis.define = () => { throw new Error("define"); }; define.amd = {};</script>' }],
  ['all: unset !important', { head: '<style>*{all:unset!important}script,style,title,head{display:none!important}</style>' }],
  ['quirks mode', { doctype: '' }],
  [
    'text from right to left, in capitals',
    { html: 'lang="ar" dir="rtl" style="text-transform:uppercase;letter-spacing:9px;white-space:nowrap"' },
  ],
  [
    'blocked storage and cookies',
    {
      head: '<script>for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(globalThis, name, { get() { throw new DOMException("no", "SecurityError"); } }); Object.defineProperty(document, "cookie", { get() { throw new DOMException("no", "SecurityError"); } });</script>',
    },
  ],
])('a page with %s', async (_, page) => {
  const opened = await open(camera(), page);
  await live(opened.page);
  const box = await opened.page.locator('watchpost-camera .wp-player').boundingBox();
  expect(box?.width ?? 0).toBeGreaterThan(600);
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(9 / 16, 1);
  // It is another element when live begins.
  const tag = await until('the tag', () => opened.page.locator('watchpost-camera .wp-tag').boundingBox());
  // At the left edge, in every direction of writing.
  expect(tag.x - (box?.x ?? 0)).toBeLessThan((box?.width ?? 0) / 2);
  expect(opened.errors).toEqual([]);
});

test('on a page from right to left, the controls keep their order, and “24 h” reads so', async () => {
  /** The buttons of the bar by their place, and whether the timeline's span reads from left to right. */
  const look = async (html: string) => {
    const { page, errors } = await open(camera('timeline'), { html });
    await live(page);
    await page.locator('watchpost-camera').hover();
    const span = page.locator('watchpost-camera .wp-span', { hasText: /\d \w/ });
    await span.waitFor();
    const buttons = await page.locator('watchpost-camera .wp-bar button:visible').evaluateAll((all) =>
      all
        .map((button) => ({ label: button.getAttribute('aria-label'), at: button.getBoundingClientRect().left }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ label }) => label),
    );
    const reads = await span.evaluate((element) => {
      const text = element.firstChild;
      if (!text?.textContent) return '';
      const characters = [...text.textContent].map((character, index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return { character, at: range.getBoundingClientRect().left };
      });
      return characters
        .toSorted((a, b) => a.at - b.at)
        .map(({ character }) => character)
        .join('');
    });
    expect([reads, errors]).toEqual([await span.textContent(), []]);
    return buttons;
  };
  const usual = await look('lang="en"');
  expect(usual[0]).toMatch(/Pause|Play/);
  expect(usual.at(-1)).toMatch(/Full screen/);
  expect(await look('lang="ar" dir="rtl"')).toEqual(usual);
});

test('hidden until later, twenty players on one page, and a page that the browser brings back from its cache', async () => {
  const { page, errors } = await open(`<div hidden>${camera()}</div>`);
  await page.waitForFunction(() => customElements.get('watchpost-camera'));
  await page.evaluate(() => document.querySelector('div')?.removeAttribute('hidden'));
  await live(page);
  await page.evaluate(() => {
    const one = document.querySelector('watchpost-camera');
    for (let count = 1; one && count < 20; count += 1) document.body.append(one.cloneNode());
  });
  await until(
    'each of them to have begun',
    async () => (await page.locator('watchpost-camera:state(live), watchpost-camera:state(buffering)').count()) === 20,
    60_000,
  );
  await page.evaluate(() => [...document.querySelectorAll('watchpost-camera')].slice(1).forEach((element) => element.remove()));
  await page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  });
  await page.goto(`${shop.product.url}/healthz`);
  await page.goBack();
  await live(page);
  expect(errors).toEqual([]);
});

test('in an iframe of another origin', async () => {
  const { page, errors } = await open(camera());
  await live(page);
  const other = await startSite();
  onTestFinished(() => other.close());
  other.page(
    '/',
    `<!doctype html><html lang="en"><title>Other</title><iframe src="${shop.site.origin}" width="800" height="500"></iframe></html>`,
  );
  await page.goto(other.origin);
  await page
    .frameLocator('iframe')
    .locator('watchpost-camera:state(live)')
    .waitFor({ state: 'attached', timeout: atMost(60_000) });
  expect(errors).toEqual([]);
});

import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** A moment with ten seconds of footage behind it. */
function recordedMoment(): Promise<number> {
  return until(
    'footage',
    async () => {
      const { oldest, newest } = await shop.owner.archive.footage(shop.cameraId, { from: Date.now() - 60_000, to: Date.now() });
      return oldest !== null && newest !== null && newest - oldest > 10_000 && oldest + 500;
    },
    30_000,
  );
}

interface Kept {
  readonly nodes: number;
  readonly listeners: number;
  readonly sockets: number;
  readonly workers: number;
  /** Bytes. */
  readonly heap: number;
}

/** When an element is taken away: after so many frames of the page, with its first picture, or with its controls. */
type Moment = number | 'first-frame' | 'ready';

/** Shows the camera until a moment, each in its turn, and takes the element away again, so many times. */
function cycle(
  page: Page,
  times: number,
  attributes: Readonly<Record<string, string>>,
  moments: readonly Moment[] = ['first-frame'],
): Promise<void> {
  return page.evaluate(
    async ({ times, attributes, moments }) => {
      for (let count = 0; count < times; count++) {
        const moment = moments[count % moments.length];
        const element = document.createElement('watchpost-camera');
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        const shown = new Promise<void>((resolve) => {
          element.addEventListener(moment === 'ready' ? 'watchpost-ready' : 'watchpost-quality', (event) => {
            if (event instanceof CustomEvent && (moment === 'ready' || event.detail.type === 'first-frame')) resolve();
          });
        });
        document.body.append(element);
        if (typeof moment === 'number') for (let frame = 0; frame < moment; frame++) await new Promise(requestAnimationFrame);
        else await shown;
        element.remove();
      }
    },
    { times, attributes, moments },
  );
}

async function measure(page: Page, session: CDPSession, sockets: () => number): Promise<Kept> {
  await until('the sockets to close', () => sockets() === 0, 30_000);
  // What WebSocket and MediaSource let go of is collected in several rounds.
  for (let round = 0; round < 4; round++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    sockets: sockets(),
    workers: page.workers().length,
    heap: value('JSHeapUsedSize'),
  };
}

test.each([
  ['live', async () => ({}), 50],
  ['live with the line of time', async () => ({ timeline: '' }), 50],
  // Before it asked, while it connects, with a picture, with its controls.
  ['live, at any moment of its beginning', async () => ({ timeline: '' }), 40, [0, 2, 8, 'first-frame', 'ready']],
  ['recorded', async () => ({ time: String(await recordedMoment()) }), 50],
  ['live by WebRTC', async () => ({ transport: 'webrtc' }), 20],
  ['live by WebCodecs', async () => ({ transport: 'webcodecs' }), 50],
  ['live by low-latency HLS', async () => ({ transport: 'hls' }), 12],
] as const)(
  'R14: shown and taken away again and again (%s): nothing is left once memory is collected',
  async (_, prepare, times, moments: readonly Moment[] = ['first-frame']) => {
    const more = await prepare();
    const { product, site, browser, cameraId } = shop;
    const token = await shop.token();
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script></html>`,
    );
    const { page, context, errors } = await browser.newPage();
    let open = 0;
    page.on('websocket', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    await page.goto(site.origin);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const attributes = { server: product.url, 'camera-id': cameraId, token, ...more };
    await cycle(page, Math.min(20, times), attributes, moments);
    const before = await measure(page, session, () => open);
    await cycle(page, times, attributes, moments);
    const deadline = performance.now() + 20_000;
    // What is left for good is a leak; what is left a moment longer, on a busy machine, is not.
    const after = await until(
      'memory to be collected',
      async () => {
        const now = await measure(page, session, () => open);
        const isReleased = (['nodes', 'listeners', 'sockets', 'workers'] as const).every((name) => now[name] <= before[name]);
        return ((isReleased && now.heap - before.heap < 400_000) || performance.now() > deadline) && now;
      },
      60_000,
    );
    expect({ ...after, heap: 0 }).toEqual({ ...before, heap: 0 });
    expect(after.heap - before.heap).toBeLessThan(400_000);
    expect(errors).toEqual([]);
    await context.close();
  },
);

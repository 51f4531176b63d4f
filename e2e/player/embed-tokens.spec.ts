import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { startPartner, type Partner } from '../support/partner.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;
let partner: Partner;
let ttlSeconds: number;

beforeAll(async () => {
  shop = await openShop();
  partner = await startPartner(async (cameraIds, origin) => {
    const { token } = await shop.owner.embeds.createToken({ cameraIds, origins: [origin], ttlSeconds });
    return token;
  });
});
beforeEach(() => {
  ttlSeconds = 3600;
  partner.refuseWith(null);
  partner.asked.length = 0;
});
afterAll(async () => {
  partner?.close();
  await shop?.close();
});

interface Opened {
  readonly page: Page;
  /** What was sent over each WebSocket. */
  readonly sockets: readonly string[][];
  readonly errors: string[];
  violations(): Promise<string[]>;
  /** The details of the events of a type so far. */
  seen(type: string): Promise<Record<string, unknown>[]>;
}

/** Opens a page of the partner under a strict policy; keeps the element's events and states. */
async function open(markup: string): Promise<Opened> {
  const { url } = shop.product;
  partner.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${url}/embed/v1/watchpost.js"></script><script type="module" src="${url}/embed/v1/watchpost-video-wall.js"></script>${markup}</html>`,
    {
      'content-security-policy': `default-src 'none'; script-src ${url}; connect-src 'self' ${url} ${url.replace('http', 'ws')}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  );
  const { page, context, errors, violations } = await shop.browser.newPage();
  onTestFinished(() => context.close());
  await page.addInitScript(() => {
    const events: { type: string; detail: unknown }[] = [];
    Object.assign(globalThis, { elementEvents: events });
    for (const type of ['watchpost-state', 'watchpost-error', 'watchpost-token-expiring', 'watchpost-quality'])
      addEventListener(type, (event) => event instanceof CustomEvent && events.push({ type, detail: event.detail }));
  });
  const sockets: string[][] = [];
  page.on('websocket', (socket) => {
    const sent: string[] = [];
    sockets.push(sent);
    socket.on('framesent', ({ payload }) => typeof payload === 'string' && sent.push(payload));
  });
  await page.goto(partner.origin);
  return {
    page,
    sockets,
    errors,
    violations,
    seen: (type) =>
      page.evaluate(
        (wanted) =>
          (globalThis as unknown as { elementEvents: { type: string; detail: Record<string, unknown> }[] }).elementEvents
            .filter((event) => event.type === wanted)
            .map(({ detail }) => detail),
        type,
      ),
  };
}
const camera = (attributes = ''): string =>
  `<watchpost-camera server="${shop.product.url}" camera-id="${shop.cameraId}" token-url="/tokens" ${attributes}></watchpost-camera>`;

test('token-url: live under a strict policy, and renewed before its end without a break in the picture', async () => {
  // Renewed a minute before its end, so after six seconds.
  ttlSeconds = 66;
  const { page, sockets, errors, violations, seen } = await open(camera());
  await seeLive(page);
  expect(partner.asked).toEqual([{ cameraIds: [shop.cameraId], cookie: 'visitor=1' }]);
  await until('two renewals', () => partner.asked.length >= 3, 40_000);
  await seeLive(page);
  // Handed over on the open socket, which the picture comes from.
  expect(sockets).toHaveLength(1);
  const tokens = sockets[0]?.filter((text) => text.includes('"authorize"')) ?? [];
  expect(new Set(tokens).size).toBeGreaterThanOrEqual(3);
  expect((await seen('watchpost-state')).filter(({ kind }) => kind === 'error' || kind === 'offline')).toEqual([]);
  expect(await page.locator('watchpost-camera:state(live):state(playing)').count()).toBe(1);
  expect([await seen('watchpost-error'), await seen('watchpost-token-expiring'), errors, await violations()]).toEqual([[], [], [], []]);
});

test('a revoked token is replaced, and the picture goes on by itself', async () => {
  const { page, errors } = await open(camera());
  await seeLive(page);
  await shop.owner.embeds.revokeTokens();
  await until('another token', () => partner.asked.length === 2, 30_000);
  await seeLive(page);
  expect(errors).toEqual([]);
});

test('while the partner’s server is away the element says so and tries less and less; later the picture comes by itself', async () => {
  partner.refuseWith(503);
  const { page, seen } = await open(camera());
  await page.getByText('Your access has expired').first().waitFor();
  expect(await page.locator('watchpost-camera:state(error)').count()).toBe(1);
  await until('three attempts', () => partner.asked.length >= 3);
  const problems = await seen('watchpost-error');
  expect(problems[0]).toMatchObject({ status: 503, message: 'HTTP 503', cameraIds: [shop.cameraId] });
  partner.refuseWith(null);
  await seeLive(page);
  expect(await page.locator('watchpost-camera:state(error)').count()).toBe(0);
});

test('sixteen cameras and a wall on one page make one request', async () => {
  const { page } = await open(
    // First: what is out of view does not play.
    `<watchpost-video-wall server="${shop.product.url}" camera-ids="${shop.cameraId}" token-url="/tokens"></watchpost-video-wall>${Array.from({ length: 16 }, () => camera('autoplay="false"')).join('')}`,
  );
  await page.locator('watchpost-video-wall:state(live)').waitFor({ state: 'attached', timeout: atMost(60_000) });
  // The two scripts may come at different times.
  expect(partner.asked.length).toBeLessThanOrEqual(2);
  expect(new Set(partner.asked.flatMap(({ cameraIds }) => cameraIds))).toEqual(new Set([shop.cameraId]));
});

test('getToken, set before the script has come, gets the reason; another camera gets a token of its own', async () => {
  const { page } = await open('');
  const reasons = await page.evaluate(
    async ({ server, cameraId }) => {
      const asked: unknown[] = [];
      const element = Object.assign(document.createElement('watchpost-camera'), {
        server,
        cameraId: 'none',
        getToken: async (context: { cameraIds: string[] }) => {
          asked.push(context);
          const answer = await fetch('/tokens', { method: 'POST', body: JSON.stringify({ cameraIds: [cameraId] }) });
          return (await answer.json()).token;
        },
      });
      const state = (kind: string): Promise<unknown> =>
        new Promise((resolve) =>
          element.addEventListener(
            'watchpost-state',
            (event) => event instanceof CustomEvent && event.detail.kind === kind && resolve(null),
          ),
        );
      const [refused, live] = [state('error'), state('live')];
      document.body.append(element);
      await refused;
      Object.assign(element, { cameraId });
      await live;
      return asked;
    },
    { server: shop.product.url, cameraId: shop.cameraId },
  );
  expect(reasons).toEqual([
    { cameraIds: ['none'], reason: 'first', refused: null },
    { cameraIds: [shop.cameraId], reason: 'first', refused: null },
  ]);
});

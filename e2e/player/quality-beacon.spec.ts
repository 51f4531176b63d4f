import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { QualityReport } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { openReportingCamera, watch } from '../support/player/reporting-camera.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

interface Received {
  readonly body: QualityReport & { readonly cameraId: string };
  readonly cookie: string | undefined;
  readonly contentType: string | undefined;
}

/** A receiver as in the guide, on this machine. */
async function startReceiver(): Promise<{ readonly url: string; readonly origin: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, answer) => {
    void json(request).then((body) => {
      received.push({ body: body as Received['body'], cookie: request.headers.cookie, contentType: request.headers['content-type'] });
      answer.writeHead(204, { 'set-cookie': 'viewer=1' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  return { origin, url: `${origin}/video`, received };
}

const openCamera = (path: string, attributes: string, connect?: string) => openReportingCamera(shop, path, attributes, connect);

test('a beacon reaches a receiver that the page’s policy allows, without cookies; it has what the guide lists', async () => {
  const receiver = await startReceiver();
  const { page, violations } = await openCamera('/beacon', `report="${receiver.url}"`, receiver.origin);
  await watch(page);
  // Removed by the page: the view ends.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.remove());
  const first = await until('the beacon', () => receiver.received[0]);
  expect(first).toMatchObject({ cookie: undefined, contentType: expect.stringContaining('text/plain') });
  expect(first.body).toMatchObject({ cameraId: shop.cameraId, sequence: 0, page: 'partner', transport: 'websocket', browser: 'chrome' });
  expect(first.body).toMatchObject({ system: 'linux', errors: {}, elementVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(first.body.elementVersion).not.toBe('0.0.0');
  expect(first.body.latencyP50Ms).toBeGreaterThan(0);
  expect(await violations()).toEqual([]);
});

test('a receiver that the policy forbids gets nothing, and the picture plays on', async () => {
  const receiver = await startReceiver();
  const { page, violations } = await openCamera('/forbidden', `report="${receiver.url}"`);
  await watch(page);
  // The page's own change reports at once.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.removeAttribute('report'));
  await until('the refusal', async () => (await violations()).some((line) => line.startsWith('connect-src')));
  await seeLive(page);
  expect(receiver.received).toEqual([]);
});

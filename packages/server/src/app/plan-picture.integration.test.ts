import { archivePlaylist, getFootage } from '@watchpost/contract/endpoints/archive';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { createOrder, listSubscriptions, payOrder } from '@watchpost/contract/endpoints/billing';
import { livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import { orderSchema, subscriptionListSchema } from '@watchpost/contract/schemas/billing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startFieldCamera } from '../testing/field-cameras/field-camera.ts';
import type { FieldBehaviour } from '../testing/field-cameras/field-case.ts';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const timeoutMs = 60_000;
const full = '320x180';
const small = '160x90';
const plan = (id: string, isHd: boolean) => ({ id, name: { en: id, ru: id }, period: 'Monthly', price: 0, isHd, archiveDays: 7 });

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-plan-picture-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify({ currency: 'RUB', plans: [plan('plain', false), plan('hd', true)] }));
  let server: TestServer = await startTestServer({ plansFile });
  onTestFinished(() => server.close());
  const anna: TestSession = await server.signIn('anna@example.com');
  const { headers } = anna;

  const startCamera = async (name: string, sends: FieldBehaviour = {}) => {
    const camera = await startFieldCamera({ name, source: 'conformant', does: 'does nothing unusual', sends, seen: {} });
    onTestFinished(camera.close);
    return camera;
  };
  const add = async (source: object): Promise<string> => {
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
    );
    const answer = await server.call(registerCamera, { body: { registrationToken, source: { kind: 'rtsp', ...source } } });
    return registerCameraAnswer.parse(await answer.json()).camera.id;
  };
  const get = async (path: string): Promise<string> => (await server.call({ method: 'GET', path }, { headers })).text();
  /** Sizes of the pictures of a playlist, oldest first. */
  const sizesOf = async (path: string): Promise<string[]> => {
    const playlist = await get(path);
    const inits = [...playlist.matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].map(([, uri]) => new URL(uri ?? '', server.url + path));
    return Promise.all(
      inits.map(async (url) => {
        const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
        // ISO/IEC 14496-12, VisualSampleEntry.
        const entry = bytes.indexOf('avc1');
        return `${bytes.readUInt16BE(entry + 28)}x${bytes.readUInt16BE(entry + 30)}`;
      }),
    );
  };
  const soon = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: timeoutMs, interval: 300 });
  const live = (cameraId: string, size: string): Promise<void> =>
    soon(async () => expect((await sizesOf(fillPath(livePlaylist.path, { id: cameraId }))).at(-1)).toBe(size));
  const recorded = (cameraId: string, sizes: readonly string[]): Promise<void> =>
    soon(async () => {
      const [from, to] = [Date.now() - 600_000, Date.now() + 1000];
      const { recordings } = footageSchema.parse(
        JSON.parse(await get(`${fillPath(getFootage.path, { id: cameraId })}?from=${from}&to=${to}`)),
      );
      const [start, end] = [recordings.at(0)?.from, recordings.at(-1)?.to];
      const found = await sizesOf(`${fillPath(archivePlaylist.path, { id: cameraId })}?from=${start}&to=${end}`);
      expect(found.filter((size, index) => size !== found[index - 1])).toEqual(sizes);
    });
  const choose = async (cameraId: string, planId: string): Promise<void> => {
    const write = { ...headers, 'idempotency-key': randomUUID() };
    await server.call(listSubscriptions, { headers });
    const body = { cameraPlans: [{ cameraId, planId }], expectedToPay: 0 };
    const order = orderSchema.parse(await (await server.call(createOrder, { headers: write, body })).json());
    const paid = await server.call(
      { method: 'POST', path: fillPath(payOrder.path, { id: order.id }) },
      { headers: { ...headers, 'idempotency-key': randomUUID() }, body: { method: 'balance' } },
    );
    expect(paid.status).toBe(200);
    const subscriptions = subscriptionListSchema.parse(await (await server.call(listSubscriptions, { headers })).json());
    expect(subscriptions.find((each) => each.cameraId === cameraId)?.plan.id).toBe(planId);
  };
  const restart = async (): Promise<void> => void (server = await server.restart());
  return { startCamera, add, live, recorded, choose, restart };
}

describe.skipIf(missing.includes('ffmpeg'))('the picture of a plan', () => {
  test(
    'without HD, live video and recordings have the camera’s smaller stream, also after a restart, until its plan has HD again',
    async () => {
      const { startCamera, add, live, recorded, choose, restart } = await setUp();
      const [main, sub] = [await startCamera('main'), await startCamera('sub', { video: 'small' })];
      const cameraId = await add({ url: main.url, lowUrl: sub.url });
      // The trial has HD.
      await live(cameraId, full);
      await recorded(cameraId, [full]);
      await choose(cameraId, 'plain.1');
      await live(cameraId, small);
      await recorded(cameraId, [full, small]);
      const { plays } = main.stats();
      await restart();
      await live(cameraId, small);
      expect(main.stats().plays).toBe(plays);
      await choose(cameraId, 'hd.1');
      await live(cameraId, full);
      await recorded(cameraId, [full, small, full]);
    },
    timeoutMs * 4,
  );

  test(
    'a camera with one stream, or whose smaller one does not exist, keeps its picture',
    async () => {
      const { startCamera, add, live, choose } = await setUp();
      const [one, two] = [await startCamera('one'), await startCamera('two')];
      const gone = await startCamera('gone', { answer: (answer) => ({ ...answer, status: 404, reason: 'Not Found', body: '' }) });
      const single = await add({ url: one.url });
      const halved = await add({ url: two.url, lowUrl: gone.url });
      for (const cameraId of [single, halved]) await choose(cameraId, 'plain.1');
      await vi.waitFor(() => expect(gone.stats().connections).toBeGreaterThan(0), { timeout: timeoutMs });
      for (const cameraId of [single, halved]) await live(cameraId, full);
      expect(two.stats().plays).toBeGreaterThan(1);
    },
    timeoutMs * 3,
  );
});

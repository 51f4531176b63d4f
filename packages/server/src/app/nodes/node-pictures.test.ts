import { createManualClock } from '@watchpost/contract/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createNodePicturesModule } from './node-pictures.ts';

const secret = createTokens(new Uint8Array(32).fill(4));
const clock = createManualClock();
const log = pino({ level: 'silent' });
const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

type Deps = Parameters<typeof createNodePicturesModule>[0];

/** A node that has one picture, and takes snapshots of one camera. */
const holder: Pick<Deps, 'readHere' | 'takeHere'> = {
  readHere: async (cameraId, eventId) => (cameraId === 'cam_a' && eventId === 'evt_1' ? Uint8Array.of(1, 2, 3) : null),
  takeHere: async (viewerId, cameraId) => {
    if (viewerId === 'cus_asks-too-often') throw new AppError('too-many-requests');
    if (cameraId !== 'cam_a') throw new AppError('camera-offline');
    return { takenAt: 1234, jpeg: Uint8Array.of(4, 5) };
  },
};
/** A node without cameras. */
const other: Pick<Deps, 'readHere' | 'takeHere'> = {
  readHere: async () => null,
  takeHere: async () => Promise.reject(new AppError('camera-offline')),
};

/** Where the camera is, and no other node. */
const placed = (address: string | null): NonNullable<Deps['cluster']> => ({
  addressOf: async () => address,
  addressOfNode: async () => null,
});
const makerOf: Deps['makerOf'] = async () => null;

async function startHolder(): Promise<string> {
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = error instanceof AppError ? error : new AppError('internal-error');
    return reply
      .code(status)
      .type('application/json')
      .send({ error: { code, message: code } });
  });
  const module = createNodePicturesModule({ cluster: placed(null), makerOf, tokens: secret, clock, log, ...holder });
  await module.routes?.(app, createUpgradeRouter(app.server));
  return app.listen({ host: '127.0.0.1', port: 0 });
}
const nodeBeside = (address: string | null, tokens: Deps['tokens'] = secret) =>
  createNodePicturesModule({ cluster: placed(address), makerOf, tokens, clock, log, ...other });

test('a picture of an event is read from the node of its camera', async () => {
  const node = nodeBeside(await startHolder());
  expect([...((await node.read('cam_a', 'evt_1')) ?? [])]).toEqual([1, 2, 3]);
  expect(await node.read('cam_a', 'evt_2')).toBeNull();
});

test('it is read from the node that made it, when the camera has moved', async () => {
  const maker = await startHolder();
  const moved: Deps = {
    cluster: { addressOf: async () => 'http://127.0.0.1:1', addressOfNode: async (id) => (id === 'node_maker' ? maker : null) },
    makerOf: async (eventId) => (eventId === 'evt_1' ? 'node_maker' : 'node_gone'),
    tokens: secret,
    clock,
    log,
    ...other,
  };
  const node = createNodePicturesModule(moved);
  expect([...((await node.read('cam_a', 'evt_1')) ?? [])]).toEqual([1, 2, 3]);
  // The node of the camera is asked, and is gone, too.
  expect(await node.read('cam_a', 'evt_2')).toBeNull();
});

test('it is read from its node when the bucket, which may have a copy, is away', async () => {
  const away: Pick<Deps, 'readHere'> = { readHere: async () => Promise.reject(new AppError('unavailable')) };
  const deps = { makerOf, tokens: secret, clock, log, ...other, ...away };
  const node = createNodePicturesModule({ cluster: placed(await startHolder()), ...deps });
  expect([...((await node.read('cam_a', 'evt_1')) ?? [])]).toEqual([1, 2, 3]);
  // Where no other node can have it, the caller tries again.
  await expect(createNodePicturesModule({ cluster: null, ...deps }).read('cam_a', 'evt_1')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a snapshot is taken by the node of the camera, and refused for its reasons', async () => {
  const node = nodeBeside(await startHolder());
  const { takenAt, jpeg } = await node.snapshots.take('cus_anna', 'cam_a');
  expect([takenAt, ...jpeg]).toEqual([1234, 4, 5]);
  await expect(node.snapshots.take('cus_asks-too-often', 'cam_a')).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(node.snapshots.take('cus_anna', 'cam_b')).rejects.toMatchObject({ code: 'camera-offline' });
});

test('a node that is gone: a message goes without its picture, and a snapshot says so', async () => {
  const node = nodeBeside('http://127.0.0.1:1');
  expect(await node.read('cam_a', 'evt_1')).toBeNull();
  await expect(node.snapshots.take('cus_anna', 'cam_a')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a camera that is held here, or by nobody, is asked here', async () => {
  const alone = createNodePicturesModule({ cluster: null, makerOf, tokens: secret, clock, log, ...holder });
  expect([...((await alone.read('cam_a', 'evt_1')) ?? [])]).toEqual([1, 2, 3]);
  expect((await alone.snapshots.take('cus_anna', 'cam_a')).takenAt).toBe(1234);
  await expect(nodeBeside(null).snapshots.take('cus_anna', 'cam_a')).rejects.toMatchObject({ code: 'camera-offline' });
});

test('nobody without the common secret gets a picture', async () => {
  const address = await startHolder();
  const stranger = nodeBeside(address, createTokens(new Uint8Array(32).fill(5)));
  expect(await stranger.read('cam_a', 'evt_1')).toBeNull();
  await expect(stranger.snapshots.take('cus_anna', 'cam_a')).rejects.toMatchObject({ code: 'unauthorized' });
  for (const path of ['cam_a/event?event=evt_1', 'cam_a/now?viewer=cus_anna'])
    expect((await fetch(`${address}/internal/v1/pictures/${path}`)).status).toBe(401);
  for (const path of ['cam_a/event?event=../x', 'nonsense/now?viewer=cus_anna'])
    expect((await fetch(`${address}/internal/v1/pictures/${path}`)).status).toBe(404);
});

test('a server that runs alone has no such address', async () => {
  const app = Fastify();
  apps.push(app);
  const alone = createNodePicturesModule({ cluster: null, makerOf, tokens: secret, clock, log, ...holder });
  await alone.routes?.(app, createUpgradeRouter(app.server));
  expect((await app.inject('/internal/v1/pictures/cam_a/event?event=evt_1')).statusCode).toBe(404);
});

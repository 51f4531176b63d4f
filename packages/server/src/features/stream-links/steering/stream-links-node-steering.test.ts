import { createManualClock } from '@watchpost/contract/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../kernel/app-error.ts';
import { createTokens } from '../../../kernel/tokens.ts';
import type { OnvifMotor, OnvifSteering } from '../../../media/onvif-server/onvif-link.ts';
import { cameraAccess } from '../../../testing/camera-access.ts';
import { noSteering } from '../../../testing/onvif/no-steering.ts';
import { createNodeSteering, registerNodeSteering } from './stream-links-node-steering.ts';

const id = 'AbcDef1234';
const tokens = createTokens(new Uint8Array(32).fill(4));
const clock = createManualClock();
const links = { byId: async () => cameraAccess({ cameraId: 'cam_a', customerId: 'cus_1' }) };
const motor: OnvifMotor = {
  abilities: { canPan: true, canTilt: true, canZoom: false, hasHome: false, canSetHome: false, mostPresets: 8 },
  presets: [{ id: '1', name: 'Gate' }],
  isMoving: true,
};
const movement = { velocity: { pan: -1, tilt: 0, zoom: 0 }, lastsMs: 3000, askedAt: 1 };

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function startHolder(over: Partial<OnvifSteering> = {}) {
  const read = vi.fn<OnvifSteering['read']>(async () => motor);
  const move = vi.fn<OnvifSteering['move']>(async () => undefined);
  const go = vi.fn<OnvifSteering['go']>(async () => undefined);
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = error instanceof AppError ? error : new AppError('internal-error');
    return reply.code(status).send({ error: { code, message: code } });
  });
  registerNodeSteering(app, { own: { read, move, go, ...over }, tokens, clock });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const steering = createNodeSteering({ own: noSteering, links, addressOf: async () => url, tokens, clock });
  return { read, move, go, url, steering };
}

test('a camera of another node is steered there', async () => {
  const { read, move, go, steering } = await startHolder();
  expect(await steering.read(id)).toEqual(motor);
  await steering.move(id, movement);
  await steering.go(id, { kind: 'preset', presetId: '1' });
  await steering.go(id, { kind: 'home' });
  expect(read).toHaveBeenCalledExactlyOnceWith(id);
  expect(move).toHaveBeenCalledExactlyOnceWith(id, expect.objectContaining(movement));
  expect(go.mock.calls).toEqual([
    [id, { kind: 'preset', presetId: '1' }],
    [id, { kind: 'home' }],
  ]);
  expect(await (await startHolder({ read: async () => null })).steering.read(id)).toBeNull();
});

test.each(['camera-steered', 'camera-offline', 'forbidden', 'access-outside-hours'] as const)(
  'why it is refused there is known here: %s',
  async (code) => {
    const refuse = () => Promise.reject(new AppError(code));
    const { steering } = await startHolder({ read: refuse, move: refuse, go: refuse });
    await expect(steering.read(id)).rejects.toMatchObject({ code });
    await expect(steering.move(id, movement)).rejects.toMatchObject({ code });
    await expect(steering.go(id, { kind: 'home' })).rejects.toMatchObject({ code });
  },
);

test('a node that is away, and an answer that can’t be read, move nothing', async () => {
  const away = createNodeSteering({ own: noSteering, links, addressOf: async () => 'http://127.0.0.1:1', tokens, clock });
  await expect(away.move(id, movement)).rejects.toMatchObject({ code: 'unavailable' });
  const app = Fastify();
  apps.push(app);
  app.post('/internal/v1/ptz/*', (_request, reply) => reply.send({ motor: { abilities: 'all' } }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const odd = createNodeSteering({ own: noSteering, links, addressOf: async () => url, tokens, clock });
  await expect(odd.read(id)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a camera of this node is steered here; a link that opens nothing asks no node', async () => {
  const own = { read: vi.fn(async () => motor), move: vi.fn(async () => undefined), go: vi.fn(async () => undefined) };
  const here = createNodeSteering({ own, links, addressOf: async () => null, tokens, clock });
  expect(await here.read(id)).toBe(motor);
  await here.move(id, movement);
  await here.go(id, { kind: 'home' });
  expect([own.read, own.move, own.go].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  const addressOf = vi.fn(async () => null);
  const gone = { byId: () => Promise.reject(new AppError('not-found')) };
  const none = createNodeSteering({ own, links: gone, addressOf, tokens, clock });
  await expect(none.move(id, movement)).rejects.toMatchObject({ code: 'not-found' });
  expect(addressOf).not.toHaveBeenCalled();
});

test('nobody steers without a token of the cluster for that camera', async () => {
  const { url, move } = await startHolder();
  const now = clock.now();
  const ask = async (path: string, signed: string, body: object = { kind: 'move', ...movement }): Promise<number> => {
    const headers = { authorization: `Bearer ${tokens.sign('relay', signed)}`, 'content-type': 'application/json' };
    return (await fetch(`${url}/internal/v1/ptz/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  for (const signed of [`cam_b ptz ${now}`, `cam_a high ${now}`, `cam_a footage ${now}`, `cam_a ptz ${now - 3_600_000}`, ''])
    expect([signed, await ask(`cam_a/${id}`, signed)]).toEqual([signed, 401]);
  const signed = `cam_a ptz ${now}`;
  for (const body of [{}, { kind: 'stop' }, { kind: 'move', ...movement, velocity: { pan: 2, tilt: 0, zoom: 0 } }])
    expect(await ask(`cam_a/${id}`, signed, body)).toBe(422);
  expect(await ask('cam_a/x', signed)).toBe(404);
  expect(move).not.toHaveBeenCalled();
  expect(await ask(`cam_a/${id}`, signed)).toBe(200);
});

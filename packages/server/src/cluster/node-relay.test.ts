import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../kernel/app-error.ts';
import { cameraOfPath, relayToNodes } from './node-relay.ts';

test.each([
  ['/public/api/v3/cameras/cam_a-B_9/archive/index.m3u8?from=1', 'cam_a-B_9'],
  ['/public/api/v2/cameraphone/cameras/cam_x', 'cam_x'],
  ['/public/api/v2/cameraphone/cameras/cam_x?y', 'cam_x'],
  ['/public/api/v3/cameras', null],
  ['/public/api/v3/cameras/metrics', null],
  ['/public/api/v2/cameraphone/cameras/customers/cam_x', null],
  ['/public/api/v3/cameras/cam_%2e%2e/archive', null],
  ['/x/public/api/v3/cameras/cam_x', null],
])('%s is about %s', (url, cameraId) => {
  expect(cameraOfPath(url)).toBe(cameraId);
});

describe('a request for a camera of another node', () => {
  const apps: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  /**
   * @param next where the camera is, as this node believes
   * @param made who made the files of events, and where these nodes are
   */
  const startNode = async (
    name: string,
    next: () => string | null,
    made: { readonly makers?: Readonly<Record<string, string>>; readonly nodes?: Readonly<Record<string, string>> } = {},
  ): Promise<string> => {
    const app = Fastify();
    apps.push(app);
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof AppError ? error.status : 500).send());
    relayToNodes({
      app,
      addressOf: async () => next(),
      addressOfNode: async (id) => (id === 'node_aaaaaaaa' ? next() : (made.nodes?.[id] ?? null)),
      fence: { nodeId: `node_of_${name}` },
      makerOf: async (eventId) => made.makers?.[eventId] ?? null,
      cameraOfLink: async (token) => (token === 'known' ? 'cam_x' : null),
      cameraOfAgent: async (token) => (token === 'the-token-of-cam_x' ? 'cam_x' : null),
    });
    app.all('/public/api/v3/cameras/:id/:what', (request, reply) =>
      reply
        .code(request.method === 'POST' ? 201 : 200)
        .header('x-node', name)
        .send({ name, from: request.headers['x-forwarded-for'], body: request.body, authorization: request.headers.authorization }),
    );
    app.get('/public/api/v3/cameras', () => ({ name }));
    app.get('/public/api/v3/cameras/:id/:what/:event/:file', () => ({ name }));
    app.all('/public/api/v3/streams/:token/:file', () => ({ name }));
    app.put('/public/api/v3/agent/uploads/:id', () => ({ name }));
    app.all('/public/api/v3/cameras/:id/whep/:session', () => ({ name }));
    return app.listen({ host: '127.0.0.1', port: 0 });
  };

  test('is answered by that node, with its status, headers and body', async () => {
    const holder = await startNode('holder', () => null);
    const other = await startNode('other', () => holder);
    const answer = await fetch(`${other}/public/api/v3/cameras/cam_x/settings?a=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t', 'x-forwarded-for': '1.2.3.4' },
      body: JSON.stringify({ on: true }),
    });
    expect([answer.status, answer.headers.get('x-node')]).toEqual([201, 'holder']);
    expect(await answer.json()).toEqual({ name: 'holder', from: '127.0.0.1', body: { on: true }, authorization: 'Bearer t' });
    expect(await (await fetch(`${other}/public/api/v3/cameras`)).json()).toEqual({ name: 'other' });
  });

  test.each([
    ['GET', 'streams/known/index.m3u8', 'holder'],
    ['GET', 'streams/known/snapshot.jpg', 'holder'],
    ['GET', 'streams/unknown/index.m3u8', 'other'],
    // WebRTC is played where it was asked for; what ends a session goes where it began.
    ['POST', 'cameras/cam_x/whep', 'other'],
    ['POST', 'cameras/cam_x/whep?quality=low', 'other'],
    ['DELETE', 'cameras/cam_x/whep/node_aaaaaaaa-0123456789abcdef', 'holder'],
    ['DELETE', 'cameras/cam_x/whep/node_bbbbbbbb-0123456789abcdef', 'other'],
    ['DELETE', 'cameras/cam_x/whep/0123456789abcdef', 'other'],
    ['GET', 'cameras/cam_x/preview', 'holder'],
  ])('%s %s is answered by %s', async (method, path, name) => {
    const holder = await startNode('holder', () => null);
    const other = await startNode('other', () => holder);
    expect(await (await fetch(`${other}/public/api/v3/${path}`, { method })).json()).toMatchObject({ name });
  });

  test.each([
    ['events/evt_made/picture.jpg', 'maker'],
    ['events/evt_made/picture.jpg?v=2', 'maker'],
    ['timelapses/evt_made/video.mp4', 'maker'],
    // Its node is gone, or it was made before nodes were noted.
    ['events/evt_lost/picture.jpg', 'holder'],
    ['events/evt_old/picture.jpg', 'holder'],
    ['events/evt_here/picture.jpg', 'other'],
    ['events/evt_made/other.jpg', 'holder'],
  ])('%s, which stays where it was made, is answered by %s', async (path, name) => {
    const maker = await startNode('maker', () => null);
    const holder = await startNode('holder', () => null);
    const makers = { evt_made: 'node_of_maker', evt_lost: 'node_of_nobody', evt_here: 'node_of_other' };
    const other = await startNode('other', () => holder, { makers, nodes: { node_of_maker: maker } });
    expect(await (await fetch(`${other}/public/api/v3/cameras/cam_x/${path}`)).json()).toEqual({ name });
  });

  test.each([
    ['Bearer the-token-of-cam_x', 'holder'],
    ['Bearer the-token-of-nobody', 'other'],
    [null, 'other'],
  ])('what an agent uploads with %s is taken by %s', async (authorization, name) => {
    const holder = await startNode('holder', () => null);
    const other = await startNode('other', () => holder);
    const answer = await fetch(`${other}/public/api/v3/agent/uploads/upl_1`, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', ...(authorization !== null && { authorization }) },
      body: 'a picture',
    });
    expect(await answer.json()).toEqual({ name });
  });

  test('ends at the second node when both believe that the other has it', async () => {
    const urls: string[] = [];
    urls.push(await startNode('a', () => urls[1] ?? null), await startNode('b', () => urls[0] ?? null));
    expect(await (await fetch(`${urls[0]}/public/api/v3/cameras/cam_x/preview`)).json()).toMatchObject({ name: 'b' });
  });

  test('is 503 with Retry-After while that node is away', async () => {
    const gone = await startNode('gone', () => null);
    await apps.pop()?.close();
    const other = await startNode('other', () => gone);
    await expect(fetch(`${other}/public/api/v3/cameras/cam_x/preview`).then(({ status }) => status)).resolves.toBe(503);
  });
});

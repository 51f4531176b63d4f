import { createEmbedLink, createEmbedToken, revokeEmbedLink } from '@watchpost/contract/endpoints/embeds';
import { createStreamLink, revokeStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { fillPath } from '@watchpost/contract/kernel';
import { createdEmbedTokenSchema, embedLinkSchema, type CreateEmbedLinkBody, type EmbedLink } from '@watchpost/contract/schemas/embeds';
import { streamLinkSchema, type CreateStreamLinkBody, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { createKey, keyOptions } from '../partners/api-keys.ts';
import type { Attempt, Scene } from './authorization-scene.ts';

const plain = async (): Promise<Attempt> => ({});

/** Calls of the features for partners. The owner creates the keys, tokens and links. */
export const developerRequests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  'GET /public/api/v3/api-keys': plain,
  'POST /public/api/v3/api-keys': async ({ cameraId }) => ({ body: { ...keyOptions, cameraIds: [cameraId] } }),
  'PATCH /public/api/v3/api-keys/{id}': async (scene) => ({ cameraId: await keyOf(scene), body: { name: 'Other' } }),
  'DELETE /public/api/v3/api-keys/{id}': async (scene) => ({ cameraId: await keyOf(scene) }),
  'GET /public/api/v3/api-key': plain,
  'POST /public/api/v3/embed-tokens': async ({ cameraId }) => ({ body: tokenBody(cameraId) }),
  'GET /public/api/v3/embed-tokens': plain,
  'DELETE /public/api/v3/embed-tokens': plain,
  'DELETE /public/api/v3/embed-tokens/{id}': async (scene) => ({ cameraId: await tokenOf(scene) }),
  'GET /public/api/v3/embed-links': plain,
  'POST /public/api/v3/embed-links': async ({ cameraId }) => ({ body: linkBody(cameraId) }),
  'PATCH /public/api/v3/embed-links/{id}': async (scene) => ({ cameraId: (await linkOf(scene)).id, body: { name: 'Other' } }),
  'DELETE /public/api/v3/embed-links/{id}': async (scene) => ({ cameraId: (await linkOf(scene)).id }),
  'POST /public/api/v3/embed-links/{id}/tokens': async (scene) => ({ cameraId: (await linkOf(scene)).id }),
  'GET /public/api/v3/oembed': async (scene) => ({ query: `?url=${encodeURIComponent((await linkOf(scene)).url)}` }),
  'GET /public/api/v3/stream-links': plain,
  'GET /public/api/v3/stream-links/outputs': plain,
  'POST /public/api/v3/stream-links': async ({ cameraId }) => ({ body: streamBody(cameraId) }),
  'PATCH /public/api/v3/stream-links/{id}': async (scene) => ({ cameraId: (await streamOf(scene)).id, body: { name: 'Other' } }),
  'DELETE /public/api/v3/stream-links/{id}': async (scene) => ({ cameraId: (await streamOf(scene)).id }),
  'GET /public/api/v3/streams/{token}/index.m3u8': async (scene) => ({ parameters: { token: await streamTokenOf(scene) } }),
  'GET /public/api/v3/streams/{token}/{file}': async (scene) => ({
    parameters: { token: await streamTokenOf(scene), file: scene.live.liveInit },
  }),
  'GET /public/api/v3/streams/{token}/snapshot.jpg': async (scene) => ({ parameters: { token: await streamTokenOf(scene) } }),
};

const tokenBody = (cameraId: string) => ({ cameraIds: [cameraId], origins: ['https://shop.example'] });

const linkBody = (cameraId: string): CreateEmbedLinkBody => ({
  name: 'Beach',
  cameraIds: [cameraId],
  archive: null,
  withAudio: false,
  origins: [],
  maxViewers: null,
  expiresAt: null,
});

const streamBody = (cameraId: string): CreateStreamLinkBody => ({ name: 'Recorder', cameraId });

async function ownerOf({ server, ownerId }: Scene): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await server.openSession(ownerId)}` };
}

async function keyOf(scene: Scene): Promise<string> {
  const { server, db, ownerId } = scene;
  // An account has 50 at most.
  await db.deleteFrom('api_keys').where('customer_id', '=', ownerId).execute();
  return (await createKey(server, await ownerOf(scene))).id;
}

async function tokenOf(scene: Scene): Promise<string> {
  const response = await scene.server.call(createEmbedToken, { headers: await ownerOf(scene), body: tokenBody(scene.cameraId) });
  return createdEmbedTokenSchema.parse(await response.json()).id;
}

/** Creates the link that the actor has: for R, a revoked one. */
async function linkOf(scene: Scene): Promise<EmbedLink> {
  const { server, actor, cameraId } = scene;
  const headers = await ownerOf(scene);
  const link = embedLinkSchema.parse(await (await server.call(createEmbedLink, { headers, body: linkBody(cameraId) })).json());
  if (actor === 'R') await server.call({ ...revokeEmbedLink, path: fillPath(revokeEmbedLink.path, { id: link.id }) }, { headers });
  return link;
}

async function streamOf(scene: Scene, cameraId = scene.cameraId): Promise<StreamLink> {
  const { server, db, actor, ownerId } = scene;
  // An account has 100 at most.
  await db.deleteFrom('stream_links').where('customer_id', '=', ownerId).execute();
  const headers = await ownerOf(scene);
  const link = streamLinkSchema.parse(await (await server.call(createStreamLink, { headers, body: streamBody(cameraId) })).json());
  if (actor === 'R') await server.call({ ...revokeStreamLink, path: fillPath(revokeStreamLink.path, { id: link.id }) }, { headers });
  return link;
}

/** Returns the token of a link of the live camera: for R, a revoked one. */
async function streamTokenOf(scene: Scene): Promise<string> {
  const { urls } = await streamOf(scene, scene.live.cameraId);
  return urls.hls?.split('/').at(-2) ?? '';
}

import { createEmbedToken, liveMedia, livePlaylist, liveSocket } from '@watchpost/contract/endpoints/player';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { createEmbedTokenAnswer, createEmbedTokenBody, liveMediaParameters, livePlaylistQuery } from '@watchpost/contract/schemas/player';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import { ownOrigins } from '../../kernel/network/own-origins.ts';
import { signEmbedToken } from '../../kernel/tokens.ts';
import type { UpgradeRouter } from '../../kernel/upgrade.ts';
import type { Hls } from '../../media/hls/hls.ts';
import type { LiveHub } from '../../media/live/live-hub.ts';
import { createLiveAccess, type PlayerAccessDeps } from './player-live-access.ts';
import { registerWhepRoutes, type WhepRoutesDeps } from './player-whep-routes.ts';

export interface PlayerDeps extends PlayerAccessDeps, WhepRoutesDeps {
  readonly upgrades: UpgradeRouter;
  readonly live: LiveHub;
  readonly hls: Hls;
  readonly publicOrigin: string | null;
}

const playlistType = 'application/vnd.apple.mpegurl';

export function registerPlayerRoutes(app: FastifyInstance, deps: PlayerDeps): void {
  const { upgrades, live, hls, tokens, clock, publicOrigin } = deps;
  registerWhepRoutes(app, deps);

  upgrades.on(liveSocket.path, (request, socket, head) => {
    live.handleUpgrade(request, socket, head, createLiveAccess(deps, ownOrigins(request, publicOrigin)));
  });

  registerRoute(
    app,
    livePlaylist,
    { access: 'media', params: cameraParameters, query: livePlaylistQuery, response: { 200: { contentType: playlistType } }, summary: 'Low-latency HLS playlist' },
    async ({ camera, query, reply }) => {
      const packager = hls.open(camera.cameraId, camera.withAudio);
      if (!(await packager.waitForFirst())) throw new AppError('camera-offline');
      const { _HLS_msn: sequence, _HLS_part: part } = query;
      if (sequence !== undefined) {
        if (sequence > packager.nextSequence + 1) throw new AppError('invalid-request', { details: { _HLS_msn: 'is too far ahead' } });
        // Not in time: the playlist as it is lets the player go on by itself.
        await packager.waitFor(sequence, part ?? null);
      }
      const playlist = packager.playlist();
      if (playlist === null) throw new AppError('camera-offline');
      reply.header('cache-control', 'private, no-store');
      return playlist;
    },
  );

  registerRoute(
    app,
    liveMedia,
    { access: 'media', params: liveMediaParameters, response: { 200: { contentType: 'video/mp4' } }, summary: 'An init section, a segment or a part of low-latency HLS' },
    async ({ camera, params, reply }) => {
      const bytes = await readMedia(hls.open(camera.cameraId, camera.withAudio), params.file);
      if (!bytes) throw new AppError('not-found');
      reply.header('cache-control', 'private, no-store');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
  );

  registerRoute(
    app,
    createEmbedToken,
    { access: 'camera', right: 'full', params: cameraParameters, body: createEmbedTokenBody, response: { 201: createEmbedTokenAnswer }, summary: 'A token for the page of a partner' },
    ({ camera, viewer, body }) => {
      const { origin, ttlSeconds, withAudio, withArchive } = body;
      const expiresAt = clock.now() + ttlSeconds * 1000;
      const token = signEmbedToken(tokens, { cameraId: camera.cameraId, customerId: viewer.customerId, origin, withAudio, withArchive, exp: expiresAt });
      return { token, expiresAt };
    },
  );
}

/** A part that the playlist has announced is waited for. */
async function readMedia(packager: ReturnType<Hls['open']>, file: string): Promise<Uint8Array | null> {
  const init = /^init-(\w+)\.mp4$/.exec(file);
  if (init?.[1] !== undefined) return packager.init(init[1]);
  const [sequence = 0, part] = file.slice(0, -'.m4s'.length).split('.').map(Number);
  if (part === undefined) return packager.segment(sequence);
  const existing = packager.part(sequence, part);
  if (existing) return existing;
  if (sequence > packager.nextSequence) return null;
  await packager.waitFor(sequence, part);
  return packager.part(sequence, part);
}

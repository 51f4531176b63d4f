import { streamMedia, streamPlaylist, streamSnapshot } from '@watchpost/contract/endpoints/stream-links';
import { takenAtHeader } from '@watchpost/contract/kernel';
import { livePlaylistQuery } from '@watchpost/contract/schemas/player';
import { streamMediaParameters, streamParameters } from '@watchpost/contract/schemas/stream-links';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { viewerIdOf, type CameraAccess } from '../../kernel/access/access.ts';
import { registerRoute } from '../../kernel/http.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraAccessResolver, CameraSnapshots } from '../cameras/index.ts';
import { playlistType, type LiveHls } from '../player/index.ts';
import type { StreamLinkAccess } from './stream-links-access.ts';

export interface StreamPlaybackDeps {
  readonly links: StreamLinkAccess;
  readonly access: Pick<CameraAccessResolver, 'recheck'>;
  readonly liveHls: LiveHls;
  readonly snapshots: CameraSnapshots;
  readonly clock: Clock;
}

/** Unknown addresses that one network can try in a minute. */
const guessesPerMinute = 60;

/** Plays the addresses of stream links over HTTP: the path authorizes, so that a television or an `<img>` needs nothing else. */
export function registerStreamPlaybackRoutes(app: FastifyInstance, deps: StreamPlaybackDeps): void {
  const { links, access, liveHls, snapshots, clock } = deps;
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: guessesPerMinute });
  const open = (token: string, format: 'hls' | 'snapshot', request: FastifyRequest): Promise<CameraAccess> =>
    links.byToken(token, format).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') limit(networkOf(request.ip));
      throw error;
    });

  registerRoute(
    app,
    streamPlaylist,
    {
      access: 'public',
      params: streamParameters,
      query: livePlaylistQuery,
      response: { 200: { contentType: playlistType } },
      summary: 'The live HLS playlist of a stream link; its path authorizes',
    },
    async ({ params, query, request, reply }) => {
      const camera = await open(params.token, 'hls', request);
      reply.header('cache-control', 'private, no-store');
      return liveHls.playlist(camera, query, request.headers['user-agent']);
    },
  );

  registerRoute(
    app,
    streamMedia,
    {
      access: 'public',
      params: streamMediaParameters,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'An init section, a segment or a part of a stream link’s HLS',
    },
    async ({ params, request, reply }) => {
      const camera = await open(params.token, 'hls', request);
      reply.header('cache-control', 'private, no-store');
      return liveHls.media(camera, params.file, request.headers['user-agent'], () => access.recheck(camera, 'watch', null));
    },
  );

  registerRoute(
    app,
    streamSnapshot,
    {
      access: 'public',
      params: streamParameters,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'A current picture by a stream link; its path authorizes',
    },
    async ({ params, request, reply }) => {
      const camera = await open(params.token, 'snapshot', request);
      const { jpeg, takenAt } = await snapshots.take(viewerIdOf(camera), camera.cameraId);
      reply.header('cache-control', 'private, no-store').header(takenAtHeader, takenAt);
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    },
  );
}

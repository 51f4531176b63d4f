import { getLiveAccess, liveMedia, livePlaylist, liveSocket } from '@watchpost/contract/endpoints/player';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { liveMediaParameters, livePlaylistQuery } from '@watchpost/contract/schemas/player';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { mediaHeader, sharedLive } from '../../kernel/access/shared-media.ts';
import { registerRoute } from '../../kernel/http.ts';
import { ownOrigins } from '../../kernel/network/own-origins.ts';
import type { UpgradeRouter } from '../../kernel/upgrade.ts';
import type { LiveHub } from '../../media/live/live-hub.ts';
import { playlistType, type LiveHls } from './player-hls.ts';
import { createLiveAccess, type PlayerAccessDeps } from './player-live-access.ts';
import { registerWhepRoutes, type WhepRoutesDeps } from './player-whep-routes.ts';

export interface PlayerDeps extends PlayerAccessDeps, WhepRoutesDeps {
  readonly upgrades: UpgradeRouter;
  readonly live: LiveHub;
  readonly liveHls: LiveHls;
  readonly publicOrigin: string | null;
  /** Returns the address of a client, behind the proxies that the operator trusts. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export function registerPlayerRoutes(app: FastifyInstance, deps: PlayerDeps): void {
  const { upgrades, live, liveHls, publicOrigin, addressOf, access } = deps;
  registerWhepRoutes(app, deps);

  upgrades.on(liveSocket.path, (request, socket, head) => {
    const userAgent = request.headers['user-agent'];
    const page = { ownOrigins: ownOrigins(request, publicOrigin), address: addressOf(request), userAgent };
    live.handleUpgrade(request, socket, head, createLiveAccess(deps, page));
  });

  registerRoute(
    app,
    livePlaylist,
    {
      access: 'media',
      right: 'watch',
      params: cameraParameters,
      query: livePlaylistQuery,
      response: { 200: { contentType: playlistType } },
      summary: 'Low-latency HLS playlist',
    },
    ({ camera, query, request, reply }) => {
      reply.header('cache-control', 'private, no-store').header(mediaHeader, sharedLive(camera.capabilities));
      return liveHls.playlist(camera, query, request.headers['user-agent']);
    },
  );

  registerRoute(
    app,
    liveMedia,
    {
      access: 'media',
      right: 'watch',
      params: liveMediaParameters,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'An init section, a segment or a part of low-latency HLS',
    },
    ({ camera, viewer, params, request, reply }) => {
      reply.header('cache-control', 'private, no-store').header(mediaHeader, sharedLive(camera.capabilities));
      return liveHls.media(camera, params.file, request.headers['user-agent'], () => access.recheck(camera, 'watch', viewer.familyId));
    },
  );

  registerRoute(
    app,
    getLiveAccess,
    {
      access: 'media',
      right: 'watch',
      params: cameraParameters,
      response: { 204: z.undefined() },
      summary: 'Whether the caller can watch, for a cache in front of the server',
    },
    ({ camera, request, reply }) => {
      reply.header('cache-control', 'private, no-store').header(mediaHeader, sharedLive(camera.capabilities));
      liveHls.watched(camera, request.headers['user-agent']);
    },
  );
}

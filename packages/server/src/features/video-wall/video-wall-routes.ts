import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import { saveVideoWallBody, videoWallSchema } from '@watchpost/contract/schemas/video-wall';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { VideoWallService } from './video-wall-service.ts';

/** Bytes: 250 cameras. */
const maxWallBytes = 32 * 1024;

export function registerVideoWallRoutes(app: FastifyInstance, { service }: { readonly service: VideoWallService }): void {
  registerRoute(
    app,
    getVideoWall,
    { access: 'session', response: { 200: videoWallSchema }, summary: 'The caller’s layout of the video wall' },
    ({ viewer, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.get(viewer);
    },
  );

  registerRoute(
    app,
    saveVideoWall,
    {
      access: 'session',
      body: saveVideoWallBody,
      bodyLimit: maxWallBytes,
      response: { 200: videoWallSchema },
      summary: 'Saves the layout for the account or for this device only',
    },
    ({ viewer, body }) => service.save(viewer, body),
  );

  registerRoute(
    app,
    deleteDeviceVideoWall,
    { access: 'session', response: { 204: z.undefined() }, summary: 'Deletes the layout of this device' },
    ({ viewer }) => service.forgetDevice(viewer),
  );
}

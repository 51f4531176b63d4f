import { getTimelapseSettings, getTimelapseVideo, updateTimelapseSettings } from '@watchpost/contract/endpoints/timelapse';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { timelapseSettingsSchema, timelapseVideoParameters, updateTimelapseSettingsBody } from '@watchpost/contract/schemas/timelapse';
import type { FastifyInstance } from 'fastify';
import { openArchive } from '../../kernel/access/open-archive.ts';
import { registerRoute } from '../../kernel/http.ts';
import { beginDownload, sendFile, type DownloadDeps } from '../archive/index.ts';
import type { TimelapseService } from './timelapse-service.ts';

export function registerTimelapseRoutes(
  app: FastifyInstance,
  { service, ...deps }: DownloadDeps & { readonly service: TimelapseService },
): void {
  registerRoute(
    app,
    getTimelapseSettings,
    {
      access: 'camera',
      // The place of the camera is not for everyone who can watch it.
      right: 'settings',
      params: cameraParameters,
      response: { 200: timelapseSettingsSchema },
      summary: 'The timelapse settings of a camera',
    },
    ({ camera, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.settings(camera.cameraId);
    },
  );

  registerRoute(
    app,
    updateTimelapseSettings,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: updateTimelapseSettingsBody,
      response: { 200: timelapseSettingsSchema },
      summary: 'Changes these settings',
    },
    ({ camera, body }) => service.updateSettings(camera.cameraId, body),
  );

  registerRoute(
    app,
    getTimelapseVideo,
    {
      access: 'media',
      right: 'archive',
      params: timelapseVideoParameters,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'The film of an event of type timelapse',
    },
    async ({ camera, viewer, params, request, reply }) => {
      const { span, ...file } = await service.video(camera.cameraId, params.eventId, openArchive(camera.capabilities));
      const watch = beginDownload(deps, { camera, viewer, request, reply }, { from: span.from, until: span.to });
      reply.header('cache-control', 'private, max-age=600').header('vary', 'authorization, cookie');
      return sendFile(request, reply, file, watch);
    },
  );
}

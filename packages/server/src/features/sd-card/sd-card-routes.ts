import { eraseSdCard, formatSdCard, getSdCard, listSdCardVideos, playSdCardVideo, updateSdCard } from '@watchpost/contract/endpoints/sd-card';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { sdCardSchema, sdCardVideoParameters, sdCardVideosAnswer, sdCardVideosQuery, updateSdCardBody } from '@watchpost/contract/schemas/sd-card';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute, requireRight } from '../../kernel/http.ts';
import { sendFile } from '../archive/index.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';
import type { SdCardService } from './sd-card-service.ts';
import type { SdCardVideos } from './sd-card-video.ts';

export interface SdCardRoutesDeps {
  readonly service: SdCardService;
  readonly videos: SdCardVideos;
  readonly access: Pick<CameraAccessResolver, 'resolve'>;
}

const unkept = 'private, no-store';

export function registerSdCardRoutes(app: FastifyInstance, { service, videos, access }: SdCardRoutesDeps): void {
  const card = { params: cameraParameters, response: { 200: sdCardSchema } } as const;
  registerRoute(app, getSdCard, { access: 'camera', ...card, summary: 'The SD card of a camera: whether there is one, what is free, what is recorded on it' }, ({ camera, reply }) => {
    reply.header('cache-control', unkept);
    return service.get(camera.cameraId);
  });
  registerRoute(app, updateSdCard, { access: 'camera', right: 'full', ...card, body: updateSdCardBody, summary: 'What is recorded on it, and when' }, ({ camera, body }) => service.update(camera.cameraId, body));
  const began = { access: 'camera', right: 'owner', params: cameraParameters, response: { 202: sdCardSchema } } as const;
  registerRoute(app, formatSdCard, { ...began, summary: 'Begins to format it; everything on it is lost' }, ({ camera }) => service.format(camera.cameraId));
  registerRoute(app, eraseSdCard, { ...began, summary: 'Begins to delete its recordings' }, ({ camera }) => service.erase(camera.cameraId));

  registerRoute(
    app,
    listSdCardVideos,
    { access: 'media', right: 'archive', params: cameraParameters, query: sdCardVideosQuery, response: { 200: sdCardVideosAnswer }, summary: 'The recordings on it, newest first' },
    ({ camera, query, reply }) => {
      reply.header('cache-control', unkept);
      return service.list(camera.cameraId, query);
    },
  );

  registerRoute(
    app,
    playSdCardVideo,
    { access: 'media', right: 'archive', params: sdCardVideoParameters, response: { 200: { contentType: 'video/mp4' } }, summary: 'One of them as an MP4, read from the camera by Range' },
    async ({ camera, params, request, reply }) => {
      const { cameraId, customerId, withAudio } = camera;
      const check = async (): Promise<void> => {
        const now = await access.resolve(customerId, cameraId);
        if (!now) throw new AppError('not-found');
        requireRight(now, 'archive');
        if (withAudio && !now.withAudio) throw new AppError('forbidden');
      };
      const video = await videos.open(cameraId, { videoId: params.videoId, withAudio }, check);
      reply.header('cache-control', unkept).header('content-disposition', `inline; filename="${fileName(Number(params.videoId))}"`);
      return sendFile(request, reply, video);
    },
  );
}

/** As clips of the archive are called: `2026-01-15T12-00-00Z.mp4`. */
function fileName(startAt: number): string {
  return `${new Date(Math.min(startAt, 8.64e15)).toISOString().slice(0, 19).replaceAll(':', '-')}Z.mp4`;
}

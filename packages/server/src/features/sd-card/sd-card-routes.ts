import {
  eraseSdCard,
  formatSdCard,
  getSdCard,
  listSdCardVideos,
  playSdCardVideo,
  updateSdCard,
} from '@watchpost/contract/endpoints/sd-card';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  sdCardSchema,
  sdCardVideoParameters,
  sdCardVideosAnswer,
  sdCardVideosQuery,
  updateSdCardBody,
} from '@watchpost/contract/schemas/sd-card';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';
import { contentDisposition } from '../../kernel/content-disposition.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { openArchive } from '../../kernel/access/open-archive.ts';
import { footageName, type NamedCamera } from '../../media/clips/clip-manifest.ts';
import { beginDownload, sendFile, type DownloadDeps } from '../archive/index.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';
import { listOpenVideos, requireOpenVideo } from './sd-card-open-videos.ts';
import type { SdCardService } from './sd-card-service.ts';
import type { SdCardVideos } from './sd-card-video.ts';

export interface SdCardRoutesDeps extends DownloadDeps {
  readonly service: SdCardService;
  readonly cameras: { get(access: CameraAccess): Promise<NamedCamera> };
  readonly videos: SdCardVideos;
  readonly access: Pick<CameraAccessResolver, 'recheck'>;
}

const unkept = 'private, no-store';

export function registerSdCardRoutes(
  app: FastifyInstance,
  { service, videos, cameras, access, watchAccess, viewings }: SdCardRoutesDeps,
): void {
  const card = { params: cameraParameters, response: { 200: sdCardSchema } } as const;
  registerRoute(
    app,
    getSdCard,
    { access: 'camera', ...card, summary: 'The SD card of a camera: its state, free space and recording settings' },
    ({ camera, reply }) => {
      reply.header('cache-control', unkept);
      return service.get(camera.cameraId);
    },
  );
  registerRoute(
    app,
    updateSdCard,
    { access: 'camera', right: 'settings', ...card, body: updateSdCardBody, summary: 'Changes the recording mode and its schedule' },
    ({ camera, body }) => service.update(camera.cameraId, body),
  );
  const began = { access: 'camera', right: 'delete-data', params: cameraParameters, response: { 202: sdCardSchema } } as const;
  registerRoute(app, formatSdCard, { ...began, summary: 'Starts formatting; deletes everything on the card' }, ({ camera }) =>
    service.format(camera.cameraId),
  );
  registerRoute(app, eraseSdCard, { ...began, summary: 'Starts deleting the recordings on the card' }, ({ camera }) =>
    service.erase(camera.cameraId),
  );

  registerRoute(
    app,
    listSdCardVideos,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: sdCardVideosQuery,
      response: { 200: sdCardVideosAnswer },
      summary: 'The recordings on the card, newest first',
    },
    ({ camera, query, reply }) => {
      reply.header('cache-control', unkept);
      return listOpenVideos(service.list, camera.cameraId, query, openArchive(camera.capabilities));
    },
  );

  registerRoute(
    app,
    playSdCardVideo,
    {
      access: 'media',
      right: 'archive',
      params: sdCardVideoParameters,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'One of these recordings as an MP4 file; supports Range',
    },
    async (context) => {
      const { camera, viewer, params, request, reply } = context;
      const { cameraId } = camera;
      const withAudio = camera.capabilities.canHear;
      await requireOpenVideo(service.list, cameraId, params.videoId, openArchive(camera.capabilities));
      const check = async (): Promise<void> => {
        const now = await access.recheck(camera, 'archive', viewer.familyId);
        if (withAudio && !now.capabilities.canHear) throw new AppError('access-ended');
      };
      const video = await videos.open(cameraId, { videoId: params.videoId, withAudio }, check);
      // Only the camera knows how long it is.
      const moment = { from: Number(params.videoId), until: Number(params.videoId) };
      const watch = beginDownload({ viewings, watchAccess }, context, moment);
      const name = footageName(Number(params.videoId), await cameras.get(camera), 'mp4');
      reply.header('cache-control', unkept).header('content-disposition', contentDisposition('inline', name));
      return sendFile(request, reply, video, watch);
    },
  );
}

import { eraseSdCard, formatSdCard, getSdCard, listSdCardVideos, playSdCardVideo, updateSdCard, uploadSdCardPiece } from '@watchpost/contract/endpoints/sd-card';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { sdCardSchema, sdCardVideoParameters, sdCardVideosAnswer, sdCardVideosQuery, updateSdCardBody, uploadParameters } from '@watchpost/contract/schemas/sd-card';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute, requireRight } from '../../kernel/http.ts';
import { sendFile } from '../archive/index.ts';
import type { CameraAccessResolver } from '../cameras/index.ts';
import type { SdCardService } from './sd-card-service.ts';
import type { PieceUploads } from './sd-card-uploads.ts';
import type { SdCardVideos } from './sd-card-video.ts';

export interface SdCardRoutesDeps {
  readonly service: SdCardService;
  readonly videos: SdCardVideos;
  readonly uploads: PieceUploads;
  readonly access: Pick<CameraAccessResolver, 'resolve'>;
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string } | null>;
}

const pieceType = 'application/octet-stream';
const unkept = 'private, no-store';

export function registerSdCardRoutes(app: FastifyInstance, { service, videos, uploads, access, findAgent }: SdCardRoutesDeps): void {
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

  // In a scope of its own: no other route takes bytes.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(pieceType, (_request, body, done) => done(null, body));
    registerRoute(
      scope,
      uploadSdCardPiece,
      { access: 'public', params: uploadParameters, response: { 204: z.undefined() }, summary: 'A camera brings a piece of a recording that it was asked for; its agent token is the authority' },
      async ({ params, request }) => {
        const agent = await findAgent(agentTokenOf(request));
        if (!agent) throw new AppError('unauthorized');
        const { body } = request;
        if (!(body instanceof Readable)) throw new AppError('invalid-request');
        await uploads.take(agent.cameraId, params.uploadId, body);
      },
    );
  });
}

function agentTokenOf({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer ([\w-]{16,256})$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('unauthorized');
  return token;
}

/** As clips of the archive are called: `2026-01-15T12-00-00Z.mp4`. */
function fileName(startAt: number): string {
  return `${new Date(Math.min(startAt, 8.64e15)).toISOString().slice(0, 19).replaceAll(':', '-')}Z.mp4`;
}

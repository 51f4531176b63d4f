import {
  getCamera,
  getCameraAbout,
  getCameraMetrics,
  getPreview,
  listCameras,
  removeCamera,
  renameCamera,
} from '@watchpost/contract/endpoints/cameras';
import { cameraAboutSchema, cameraListSchema, cameraParameters, cameraSchema, renameCameraBody } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import { describeUserAgent } from '../session/index.ts';
import { formatCameraMetrics, metricsContentType, type ReceivedStream } from './cameras-metrics.ts';
import type { CamerasService } from './cameras-service.ts';

interface CamerasRoutesDeps {
  readonly service: CamerasService;
  readonly findStream: (cameraId: string) => ReceivedStream | null;
}

export function registerCamerasRoutes(app: FastifyInstance, { service, findStream }: CamerasRoutesDeps): void {
  registerRoute(
    app,
    listCameras,
    { access: 'account', apiKeyScope: 'any', response: { 200: cameraListSchema }, summary: 'The cameras that the caller may see' },
    ({ viewer }) => service.list(viewer.customerId, viewer.apiKey),
  );

  registerRoute(
    app,
    getCameraMetrics,
    {
      access: 'account',
      apiKeyScope: 'live',
      response: { 200: { contentType: metricsContentType } },
      summary: 'The state of the caller’s cameras in the text format of Prometheus',
    },
    async ({ viewer }) => formatCameraMetrics(await service.list(viewer.customerId, viewer.apiKey), findStream),
  );

  // An embed token may read its own camera: the widget shows its state.
  registerRoute(
    app,
    getCamera,
    { access: 'media', params: cameraParameters, response: { 200: cameraSchema }, summary: 'One camera' },
    ({ camera }) => service.get(camera),
  );

  registerRoute(
    app,
    getCameraAbout,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 200: cameraAboutSchema },
      summary: 'The camera’s model and firmware; serial number and device ID with full access only',
    },
    ({ camera }) => service.about(camera),
  );

  registerRoute(
    app,
    renameCamera,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: renameCameraBody,
      response: { 200: cameraSchema },
      summary: 'Renames a camera',
    },
    ({ camera, body }) => service.rename(camera, body.name),
  );

  registerRoute(
    app,
    removeCamera,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 204: z.undefined() },
      summary: 'Removes a camera: for its owner with all recordings, for others from their own list only',
    },
    ({ camera, request }) => service.remove(camera, describeUserAgent(request.headers['user-agent'])),
  );

  registerRoute(
    app,
    getPreview,
    {
      access: 'media',
      right: 'watch',
      params: cameraParameters,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'The last picture',
    },
    async ({ camera, reply }) => {
      const picture = await service.preview(camera.cameraId);
      if (!picture) throw new AppError('not-found');
      // Its address changes with the picture; only the viewer's own browser may cache it.
      reply.header('cache-control', 'private, max-age=300');
      return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    },
  );
}

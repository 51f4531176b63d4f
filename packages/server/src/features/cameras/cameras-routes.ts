import { getCamera, getCameraAbout, getPreview, listCameras, removeCamera, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { cameraAboutSchema, cameraListSchema, cameraParameters, cameraSchema, renameCameraBody } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { CamerasService } from './cameras-service.ts';

export function registerCamerasRoutes(app: FastifyInstance, { service }: { service: CamerasService }): void {
  registerRoute(app, listCameras, { access: 'session', response: { 200: cameraListSchema }, summary: 'The cameras that the caller may see' }, ({ viewer }) =>
    service.list(viewer.customerId),
  );

  // An embed token may read its own camera: the widget shows its state.
  registerRoute(app, getCamera, { access: 'media', params: cameraParameters, response: { 200: cameraSchema }, summary: 'One camera' }, ({ camera }) => service.get(camera));

  registerRoute(app, getCameraAbout, { access: 'camera', params: cameraParameters, response: { 200: cameraAboutSchema }, summary: 'What a camera is; serial number and device id for full access' }, ({ camera }) => service.about(camera));

  registerRoute(
    app,
    renameCamera,
    { access: 'camera', right: 'full', params: cameraParameters, body: renameCameraBody, response: { 200: cameraSchema }, summary: 'Renames a camera' },
    ({ camera, body }) => service.rename(camera, body.name),
  );

  registerRoute(
    app,
    removeCamera,
    { access: 'camera', params: cameraParameters, response: { 204: z.undefined() }, summary: 'Removes a camera: by its owner with everything recorded, by others only for themselves' },
    ({ camera }) => service.remove(camera),
  );

  registerRoute(
    app,
    getPreview,
    { access: 'media', params: cameraParameters, response: { 200: { contentType: 'image/jpeg' } }, summary: 'The last picture' },
    async ({ camera, reply }) => {
      const picture = await service.preview(camera.cameraId);
      if (!picture) throw new AppError('not-found');
      // Its address changes with the picture; only the viewer's own browser may keep it.
      reply.header('cache-control', 'private, max-age=300');
      return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    },
  );
}

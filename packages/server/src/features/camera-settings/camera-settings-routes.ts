import { getCameraSettings, updateCameraSettings } from '@watchpost/contract/endpoints/camera-settings';
import { cameraSettingsSchema, updateCameraSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import type { CameraSettingsService } from './camera-settings-service.ts';

export function registerCameraSettingsRoutes(app: FastifyInstance, { service }: { readonly service: CameraSettingsService }): void {
  registerRoute(app, getCameraSettings, { access: 'camera', params: cameraParameters, response: { 200: cameraSettingsSchema }, summary: 'What is recorded of a camera' }, ({ camera }) => service.get(camera.cameraId));

  registerRoute(
    app,
    updateCameraSettings,
    { access: 'camera', right: 'full', params: cameraParameters, body: updateCameraSettingsBody, response: { 200: cameraSettingsSchema }, summary: 'Changes that' },
    ({ camera, body }) => service.update(camera.cameraId, body),
  );
}

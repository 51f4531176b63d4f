import { getCameraSettings, getDeviceSettings, restartCamera, updateCameraSettings, updateDeviceNetwork, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { cameraSettingsSchema, deviceSettingsSchema, updateCameraSettingsBody, updateDeviceSettingsBody, updateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { abortOf, registerRoute } from '../../kernel/http.ts';
import type { DeviceSettingsService } from './camera-settings-device-service.ts';
import type { CameraSettingsService } from './camera-settings-service.ts';

export interface CameraSettingsRoutesDeps {
  readonly service: CameraSettingsService;
  readonly device: DeviceSettingsService;
}

export function registerCameraSettingsRoutes(app: FastifyInstance, { service, device }: CameraSettingsRoutesDeps): void {
  registerRoute(app, getCameraSettings, { access: 'camera', params: cameraParameters, response: { 200: cameraSettingsSchema }, summary: 'What is recorded of a camera' }, ({ camera }) => service.get(camera.cameraId));

  registerRoute(
    app,
    updateCameraSettings,
    { access: 'camera', right: 'full', params: cameraParameters, body: updateCameraSettingsBody, response: { 200: cameraSettingsSchema }, summary: 'Changes that' },
    ({ camera, body }) => service.update(camera.cameraId, body),
  );

  // With the addresses of its network: for nobody who only watches.
  registerRoute(
    app,
    getDeviceSettings,
    { access: 'camera', right: 'full', params: cameraParameters, response: { 200: deviceSettingsSchema }, summary: 'What the camera itself is set to, and how it is in its network; it is asked, which takes up to 2 minutes' },
    ({ camera, reply }) => device.read(camera.cameraId, abortOf(reply)),
  );

  registerRoute(
    app,
    updateDeviceSettings,
    { access: 'camera', right: 'full', params: cameraParameters, body: updateDeviceSettingsBody, response: { 200: deviceSettingsSchema }, summary: 'Changes that; answered with what the camera says afterwards' },
    ({ camera, body, reply }) => device.update(camera.cameraId, body, abortOf(reply)),
  );

  registerRoute(
    app,
    updateDeviceNetwork,
    { access: 'camera', right: 'full', params: cameraParameters, body: updateNetworkBody, response: { 200: deviceSettingsSchema }, summary: 'Changes how the camera is in its network, and follows it there; takes up to 2 minutes' },
    ({ camera, body, reply }) => device.changeNetwork(camera.cameraId, body, abortOf(reply)),
  );

  registerRoute(app, restartCamera, { access: 'camera', right: 'full', params: cameraParameters, response: { 204: z.undefined() }, summary: 'Restarts the camera' }, ({ camera }) => device.restart(camera.cameraId));
}

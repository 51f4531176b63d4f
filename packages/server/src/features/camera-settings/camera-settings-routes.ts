import {
  getCameraSettings,
  getDeviceSettings,
  restartCamera,
  updateCameraSettings,
  updateDeviceNetwork,
  updateDeviceSettings,
} from '@watchpost/contract/endpoints/camera-settings';
import {
  cameraSettingsSchema,
  deviceSettingsSchema,
  updateCameraSettingsBody,
  updateDeviceSettingsBody,
  updateNetworkBody,
} from '@watchpost/contract/schemas/camera-settings';
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
  registerRoute(
    app,
    getCameraSettings,
    { access: 'camera', params: cameraParameters, response: { 200: cameraSettingsSchema }, summary: 'The recording settings of a camera' },
    ({ camera }) => service.get(camera.cameraId),
  );

  registerRoute(
    app,
    updateCameraSettings,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: updateCameraSettingsBody,
      response: { 200: cameraSettingsSchema },
      summary: 'Changes these settings',
    },
    ({ camera, body }) => service.update(camera.cameraId, body),
  );

  // Includes its network addresses, so it requires full access.
  registerRoute(
    app,
    getDeviceSettings,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      response: { 200: deviceSettingsSchema },
      summary: 'The settings stored in the camera and its network configuration, read from the camera; takes up to 2 minutes',
    },
    ({ camera, reply }) => device.read(camera.cameraId, abortOf(reply)),
  );

  registerRoute(
    app,
    updateDeviceSettings,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: updateDeviceSettingsBody,
      response: { 200: deviceSettingsSchema },
      summary: 'Changes these settings; returns what the camera reports afterwards',
    },
    ({ camera, body, reply }) => device.update(camera.cameraId, body, abortOf(reply)),
  );

  registerRoute(
    app,
    updateDeviceNetwork,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: updateNetworkBody,
      response: { 200: deviceSettingsSchema },
      summary: 'Changes the camera’s network configuration and reconnects at its new address; takes up to 2 minutes',
    },
    ({ camera, body, reply }) => device.changeNetwork(camera.cameraId, body, abortOf(reply)),
  );

  registerRoute(
    app,
    restartCamera,
    { access: 'camera', right: 'settings', params: cameraParameters, response: { 204: z.undefined() }, summary: 'Restarts the camera' },
    ({ camera }) => device.restart(camera.cameraId),
  );
}

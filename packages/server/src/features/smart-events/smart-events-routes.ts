import { listDetections, updateDetection } from '@watchpost/contract/endpoints/smart-events';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  detectionParameters,
  detectionSettingsSchema,
  listDetectionsAnswer,
  updateDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import type { SmartEventsService } from './smart-events-service.ts';

export function registerSmartEventsRoutes(app: FastifyInstance, { service }: { readonly service: SmartEventsService }): void {
  registerRoute(
    app,
    listDetections,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 200: listDetectionsAnswer },
      summary: 'What a camera recognises, and whether this server can recognise objects',
    },
    ({ camera, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.list(camera.cameraId);
    },
  );

  registerRoute(
    app,
    updateDetection,
    {
      access: 'camera',
      right: 'settings',
      params: detectionParameters,
      body: updateDetectionBody,
      response: { 200: detectionSettingsSchema },
      summary: 'Changes the settings of one detection; 409 with what must be turned off for it',
    },
    ({ camera, params, body }) => service.update(camera.cameraId, params.type, body),
  );
}

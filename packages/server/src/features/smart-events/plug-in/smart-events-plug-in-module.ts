import { listPlugInDetections, updatePlugInDetection } from '@watchpost/contract/endpoints/smart-events';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  listPlugInDetectionsAnswer,
  plugInDetectionParameters,
  plugInDetectionSettingsSchema,
  updatePlugInDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
import { registerRoute } from '../../../kernel/http.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { ServerModule } from '../../../kernel/module/server-module.ts';
import { createPlugInDetectionsService, type PlugInDetectionsDeps } from './smart-events-plug-in-service.ts';

/** Keeps what cameras have found by the operator's own detector, and gives it to the recognition. */
export function createPlugInDetectionsModule({ log, ...deps }: PlugInDetectionsDeps & { readonly log: Logger }): ServerModule {
  const service = createPlugInDetectionsService(deps);
  return {
    name: 'plug-in detections',
    routes: (app) => {
      registerRoute(
        app,
        listPlugInDetections,
        {
          access: 'camera',
          params: cameraParameters,
          response: { 200: listPlugInDetectionsAnswer },
          summary: 'What is found beside people and vehicles, by the operator’s own detector or by a model; empty where none of it is',
        },
        ({ camera, reply }) => {
          reply.header('cache-control', 'private, no-store');
          return service.list(camera.cameraId);
        },
      );
      registerRoute(
        app,
        updatePlugInDetection,
        {
          access: 'camera',
          right: 'settings',
          params: plugInDetectionParameters,
          body: updatePlugInDetectionBody,
          response: { 200: plugInDetectionSettingsSchema },
          summary: 'Changes the settings of one of them',
        },
        ({ camera, params, body }) => service.update(camera.cameraId, params.type, body),
      );
    },
    cameraHooks: {
      start: ({ id }) =>
        void service
          .start(id)
          .catch((error: unknown) => log.error({ err: error, cameraId: id }, 'The detections of the plug-in did not start')),
      stop: service.stop,
    },
  };
}

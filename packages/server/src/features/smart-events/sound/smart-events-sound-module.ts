import { listSoundDetections, updateSoundDetection } from '@watchpost/contract/endpoints/smart-events';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  listSoundDetectionsAnswer,
  soundDetectionParameters,
  soundDetectionSettingsSchema,
  updateSoundDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../../db/database.ts';
import { registerRoute } from '../../../kernel/http.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { ServerModule } from '../../../kernel/module/server-module.ts';
import { createSoundDetectionsService, type SoundDetectionsService, type SoundRecognition } from './smart-events-sound-service.ts';

/** Keeps what is heard in the sound of cameras, and gives it to the recognition. */
export function createSoundDetectionsModule({
  log,
  ...deps
}: {
  readonly db: Db;
  readonly log: Logger;
  readonly sounds: SoundRecognition;
}): ServerModule {
  const service = createSoundDetectionsService(deps);
  return {
    name: 'sound detections',
    routes: (app) => registerRoutes(app, service),
    cameraHooks: {
      start: ({ id }) =>
        void service.start(id).catch((error: unknown) => log.error({ err: error, cameraId: id }, 'Sound detection did not start')),
      stop: service.stop,
    },
  };
}

function registerRoutes(app: FastifyInstance, service: SoundDetectionsService): void {
  registerRoute(
    app,
    listSoundDetections,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 200: listSoundDetectionsAnswer },
      summary: 'What is heard in the sound of a camera, and whether its sound can be analysed',
    },
    ({ camera, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.list(camera.cameraId);
    },
  );
  registerRoute(
    app,
    updateSoundDetection,
    {
      access: 'camera',
      right: 'settings',
      params: soundDetectionParameters,
      body: updateSoundDetectionBody,
      response: { 200: soundDetectionSettingsSchema },
      summary: 'Changes the settings of one sound that is listened for',
    },
    ({ camera, params, body }) => service.update(camera.cameraId, params.type, body),
  );
}

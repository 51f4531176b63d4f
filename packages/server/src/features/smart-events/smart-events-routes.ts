import { listDetections, replayDetection, testDetection, updateDetection } from '@watchpost/contract/endpoints/smart-events';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  detectionDraftBody,
  detectionParameters,
  detectionReplayQuery,
  detectionSettingsSchema,
  listDetectionsAnswer,
  updateDetectionBody,
  type DetectionReplayMessage,
  type DetectionTestMessage,
} from '@watchpost/contract/schemas/smart-events';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../../kernel/access/access.ts';
import { registerRoute } from '../../kernel/http.ts';
import { createLineStream, jsonLines } from './trials/smart-events-line-stream.ts';
import type { SmartEventsService } from './smart-events-service.ts';
import type { Trials } from './trials/smart-events-trials.ts';

interface SmartEventsRoutesDeps {
  readonly service: SmartEventsService;
  readonly trials: Trials;
}

/** Bytes; zones and lines of a draft. */
const draftLimit = 32 * 1024;

export function registerSmartEventsRoutes(app: FastifyInstance, { service, trials }: SmartEventsRoutesDeps): void {
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

  registerRoute(
    app,
    testDetection,
    {
      access: 'camera',
      right: 'settings',
      params: detectionParameters,
      body: detectionDraftBody,
      bodyLimit: draftLimit,
      response: { 200: { contentType: jsonLines } },
      summary: 'Tries unsaved settings on the live picture: a JSON object per line, until the caller leaves',
    },
    async ({ camera, viewer, params, body, reply }) => {
      const lines = createLineStream<DetectionTestMessage>(reply);
      await trials.test({ camera, viewer, type: params.type, draft: body }, lines);
      return lines.body;
    },
  );

  registerRoute(
    app,
    replayDetection,
    {
      access: 'camera',
      right: 'settings',
      params: detectionParameters,
      query: detectionReplayQuery,
      body: detectionDraftBody,
      bodyLimit: draftLimit,
      response: { 200: { contentType: jsonLines } },
      summary: 'Tries unsaved settings on recordings with motion, newest first: a JSON object per line',
    },
    async ({ camera, viewer, params, query, body, reply }) => {
      requireRight(camera, 'archive');
      const lines = createLineStream<DetectionReplayMessage>(reply);
      await trials.replay({ camera, viewer, type: params.type, draft: body }, query, lines);
      return lines.body;
    },
  );
}

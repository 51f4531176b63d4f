import {
  addPtzPreset,
  getPtz,
  goPtz,
  movePtz,
  removePtzPreset,
  replacePtzPreset,
  setPtzHome,
  setPtzPatrol,
} from '@watchpost/contract/endpoints/ptz';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  goPtzBody,
  movePtzBody,
  ptzPatrol,
  ptzPreset,
  ptzPresetBody,
  ptzPresetParameters,
  ptzSchema,
  setPtzPatrolBody,
} from '@watchpost/contract/schemas/ptz';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CameraAccess, Viewer } from '../../kernel/access/access.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { PtzMover } from './ptz-access.ts';
import type { PtzService } from './ptz-service.ts';

const steering = { access: 'media', right: 'move', params: cameraParameters } as const;
const changing = { access: 'camera', right: 'settings', params: cameraParameters } as const;
const ofPreset = { ...changing, params: ptzPresetParameters } as const;
const done = { 204: z.undefined() } as const;

export function registerPtzRoutes(app: FastifyInstance, { service }: { readonly service: PtzService }): void {
  registerRoute(
    app,
    getPtz,
    { ...steering, response: { 200: ptzSchema }, summary: 'The PTZ capabilities of a camera, its presets and its patrol' },
    ({ camera }) => service.get(camera),
  );

  registerRoute(
    app,
    movePtz,
    { ...steering, body: movePtzBody, response: done, summary: 'Pans, tilts and zooms at a speed; all 0 stops' },
    ({ camera, viewer, body, request }) => {
      const { steererId, sequence, pan, tilt, zoom } = body;
      return service.move(moverOf(camera, viewer, request), steererId, sequence, { pan, tilt, zoom });
    },
  );

  registerRoute(
    app,
    goPtz,
    { ...steering, body: goPtzBody, response: done, summary: 'Moves to a preset or to the home position' },
    ({ camera, viewer, body, request }) => service.go(moverOf(camera, viewer, request), body.steererId, body.target),
  );

  registerRoute(app, setPtzHome, { ...changing, response: done, summary: 'Saves the current position as home' }, ({ camera }) =>
    service.setHome(camera),
  );

  registerRoute(
    app,
    addPtzPreset,
    { ...changing, body: ptzPresetBody, response: { 201: ptzPreset }, summary: 'Saves the current position as a new preset' },
    ({ camera, body }) => service.savePreset(camera, null, body.name),
  );

  registerRoute(
    app,
    replacePtzPreset,
    { ...ofPreset, body: ptzPresetBody, response: { 200: ptzPreset }, summary: 'Moves a preset to the current position' },
    ({ camera, params, body }) => service.savePreset(camera, params.presetId, body.name),
  );

  registerRoute(
    app,
    removePtzPreset,
    { ...ofPreset, response: done, summary: 'Deletes a preset, also from the patrol' },
    ({ camera, params }) => service.removePreset(camera, params.presetId),
  );

  registerRoute(
    app,
    setPtzPatrol,
    { ...changing, body: setPtzPatrolBody, response: { 200: ptzPatrol }, summary: 'Starts or stops the patrol of presets' },
    ({ camera, body }) => service.setPatrol(camera, body),
  );
}

function moverOf(access: CameraAccess, { familyId }: Viewer, { headers }: FastifyRequest): PtzMover {
  return { access, familyId, userAgent: headers['user-agent'] };
}

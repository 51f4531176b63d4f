import { addPtzPreset, getPtz, goPtz, movePtz, removePtzPreset, replacePtzPreset, setPtzHome, setPtzPatrol } from '@watchpost/contract/endpoints/ptz';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { goPtzBody, movePtzBody, ptzPatrol, ptzPreset, ptzPresetBody, ptzPresetParameters, ptzSchema, setPtzPatrolBody } from '@watchpost/contract/schemas/ptz';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { PtzService } from './ptz-service.ts';

const full = { access: 'camera', right: 'full', params: cameraParameters } as const;
const ofPreset = { ...full, params: ptzPresetParameters } as const;
const done = { 204: z.undefined() } as const;

export function registerPtzRoutes(app: FastifyInstance, { service }: { readonly service: PtzService }): void {
  registerRoute(app, getPtz, { ...full, response: { 200: ptzSchema }, summary: 'What of a camera can be steered, its presets and its patrol' }, ({ camera }) => service.get(camera));

  registerRoute(app, movePtz, { ...full, body: movePtzBody, response: done, summary: 'Pans, tilts and zooms at a speed; all 0 stops' }, ({ camera, body }) => {
    const { steererId, sequence, pan, tilt, zoom } = body;
    return service.move(camera, steererId, sequence, { pan, tilt, zoom });
  });

  registerRoute(app, goPtz, { ...full, body: goPtzBody, response: done, summary: 'Turns to a preset or home' }, ({ camera, body }) => service.go(camera, body.steererId, body.target));

  registerRoute(app, setPtzHome, { ...full, response: done, summary: 'Makes home of where it looks now' }, ({ camera }) => service.setHome(camera));

  registerRoute(app, addPtzPreset, { ...full, body: ptzPresetBody, response: { 201: ptzPreset }, summary: 'Makes a preset of where it looks now' }, ({ camera, body }) => service.savePreset(camera, null, body.name));

  registerRoute(app, replacePtzPreset, { ...ofPreset, body: ptzPresetBody, response: { 200: ptzPreset }, summary: 'Puts a preset to where it looks now' }, ({ camera, params, body }) =>
    service.savePreset(camera, params.presetId, body.name),
  );

  registerRoute(app, removePtzPreset, { ...ofPreset, response: done, summary: 'Forgets a preset; a patrol leaves it out' }, ({ camera, params }) => service.removePreset(camera, params.presetId));

  registerRoute(app, setPtzPatrol, { ...full, body: setPtzPatrolBody, response: { 200: ptzPatrol }, summary: 'Sends it from preset to preset, or ends that' }, ({ camera, body }) => service.setPatrol(camera, body));
}

import type { Endpoint } from '../../kernel/endpoint.ts';

/** All detections of a camera with their settings. The specification doesn't show the calls for detection settings. */
export const listDetections = { method: 'GET', path: '/public/api/v3/cameras/{id}/detections' } as const satisfies Endpoint;
/** Changes the settings of one detection. What can't run beside it must be turned off in the same call. */
export const updateDetection = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/detections/{type}' } as const satisfies Endpoint;
/** What is heard in the sound of a camera, with its settings; says why, where its sound can't be analysed. */
export const listSoundDetections = { method: 'GET', path: '/public/api/v3/cameras/{id}/sound-detections' } as const satisfies Endpoint;
export const updateSoundDetection = {
  method: 'PATCH',
  path: '/public/api/v3/cameras/{id}/sound-detections/{type}',
} as const satisfies Endpoint;
/**
 * What the operator's own detector finds beside people and vehicles, with its settings; empty where it finds none of it. The specification
 * shows these events as push types only.
 */
export const listPlugInDetections = { method: 'GET', path: '/public/api/v3/cameras/{id}/plug-in-detections' } as const satisfies Endpoint;
export const updatePlugInDetection = {
  method: 'PATCH',
  path: '/public/api/v3/cameras/{id}/plug-in-detections/{type}',
} as const satisfies Endpoint;
/**
 * Tries unsaved settings on the live picture and makes no events. The answer goes on: a JSON object per line, until the caller closes it.
 */
export const testDetection = { method: 'POST', path: '/public/api/v3/cameras/{id}/detections/{type}/tests' } as const satisfies Endpoint;
/** Tries unsaved settings on recordings with motion, newest first. A JSON object per line, until it has ended or the caller closes it. */
export const replayDetection = {
  method: 'POST',
  path: '/public/api/v3/cameras/{id}/detections/{type}/replays',
} as const satisfies Endpoint;

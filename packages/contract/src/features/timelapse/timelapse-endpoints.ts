import type { Endpoint } from '../../kernel/endpoint.ts';

/** The timelapse settings of a camera. The specification shows neither the answer nor the body of the change. */
export const getTimelapseSettings = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings',
} as const satisfies Endpoint;
/** Changes the given settings. */
export const updateTimelapseSettings = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/cameras/{id}/reporting/timelapse/settings',
} as const satisfies Endpoint;
/** The film of an event of type `timelapse`, resumable by Range. The specification doesn't show how a timelapse is watched. */
export const getTimelapseVideo = {
  method: 'GET',
  path: '/public/api/v3/cameras/{id}/timelapses/{eventId}/video.mp4',
} as const satisfies Endpoint;

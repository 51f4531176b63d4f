import type { Endpoint } from '../../kernel/endpoint.ts';

/** Newest first, by pages; the specification does not show the names of the query parameters. */
export const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const satisfies Endpoint;
/** Marks events as seen by the caller. */
export const markEventsSeen = { method: 'POST', path: '/public/api/v2/cameraphone/events/seen' } as const satisfies Endpoint;
/** The picture with which an event began. */
export const getEventPicture = { method: 'GET', path: '/public/api/v3/cameras/{id}/events/{eventId}/picture.jpg' } as const satisfies Endpoint;
/** The specification does not show the calls of detection settings. */
export const getMotionDetection = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/motion-detection' } as const satisfies Endpoint;
export const updateMotionDetection = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/motion-detection' } as const satisfies Endpoint;

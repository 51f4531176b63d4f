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

/** What a line of time shows of a range: marks that stand apart by at least a step, and how much moved. */
export const getEventTimeline = { method: 'GET', path: '/public/api/v3/cameras/{id}/events/timeline' } as const satisfies Endpoint;
/** How many events there are in a range, by type and unseen ones; of all visible cameras or of those named. */
export const countEvents = { method: 'GET', path: '/public/api/v3/events/counts' } as const satisfies Endpoint;
/** The days of a calendar on which something happened; the asker names the zone, because cameras may lie in several. */
export const listEventDays = { method: 'GET', path: '/public/api/v3/events/days' } as const satisfies Endpoint;
/** The newest event of each visible camera. */
export const latestEvents = { method: 'GET', path: '/public/api/v3/events/latest' } as const satisfies Endpoint;
/** Name, password and topics for the broker (specification 1, section 7). */
export const authorizeMqtt = { method: 'POST', path: '/public/api/v2/cameraphone/mqtt/auth' } as const satisfies Endpoint;
/** The embedded broker over WebSocket, subprotocol `mqtt`. */
export const mqttSocket = { method: 'GET', path: '/public/api/v3/mqtt' } as const satisfies Endpoint;

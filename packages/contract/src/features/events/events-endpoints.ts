import type { Endpoint } from '../../kernel/endpoint.ts';

/** Events, newest first, in pages. The specification doesn't show the names of the query parameters. */
export const listEvents = { method: 'GET', path: '/public/api/v2/cameraphone/events' } as const satisfies Endpoint;
/** Marks events as seen by the caller. */
export const markEventsSeen = { method: 'POST', path: '/public/api/v2/cameraphone/events/seen' } as const satisfies Endpoint;
/** Undoes one marking: the events that it marked are unseen again. The specification doesn't show it. */
export const unmarkEventsSeen = { method: 'POST', path: '/public/api/v3/events/unseen' } as const satisfies Endpoint;
/** Marks an event as a false alarm, for everyone who sees it. Users with full access can. The specification doesn't show it. */
export const markFalseAlarm = {
  method: 'PUT',
  path: '/public/api/v3/cameras/{id}/events/{eventId}/false-alarm',
} as const satisfies Endpoint;
export const unmarkFalseAlarm = {
  method: 'DELETE',
  path: '/public/api/v3/cameras/{id}/events/{eventId}/false-alarm',
} as const satisfies Endpoint;
/** The picture of an event's start. */
export const getEventPicture = {
  method: 'GET',
  path: '/public/api/v3/cameras/{id}/events/{eventId}/picture.jpg',
} as const satisfies Endpoint;
/** The specification doesn't show the calls for detection settings. */
export const getMotionDetection = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/motion-detection',
} as const satisfies Endpoint;
export const updateMotionDetection = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/motion-detection',
} as const satisfies Endpoint;

/** A range for a timeline: marks that are at least a step apart, and the amount of motion. */
export const getEventTimeline = { method: 'GET', path: '/public/api/v3/cameras/{id}/events/timeline' } as const satisfies Endpoint;
/** Number of events in a range, by type and unseen, of all visible or the given cameras. */
export const countEvents = { method: 'GET', path: '/public/api/v3/events/counts' } as const satisfies Endpoint;
/** Calendar days with events. The caller passes the time zone, because cameras may be in several. */
export const listEventDays = { method: 'GET', path: '/public/api/v3/events/days' } as const satisfies Endpoint;
/** User name, password and topics for the broker (specification 1, section 7). */
export const authorizeMqtt = { method: 'POST', path: '/public/api/v2/cameraphone/mqtt/auth' } as const satisfies Endpoint;
/** The embedded broker over WebSocket, subprotocol `mqtt`. */
export const mqttSocket = { method: 'GET', path: '/public/api/v3/mqtt' } as const satisfies Endpoint;

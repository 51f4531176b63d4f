export { createEventsApi } from './events-api.ts';
export type { EventFilter, EventsApi, EventTimelineRange } from './events-api.ts';

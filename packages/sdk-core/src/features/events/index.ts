export { createEventsApi } from './events-api.ts';
export type { EventFilter, EventsApi } from './events-api.ts';

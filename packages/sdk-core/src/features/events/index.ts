export { createEventsApi, createEventsReaderApi } from './events-api.ts';
export type { EventDaysFilter, EventFilter, EventsApi, EventsReaderApi, EventTimelineRange } from './events-api.ts';
export { createEventsOverviewApi } from './events-overview-api.ts';
export type { EventsOverviewApi } from './events-overview-api.ts';
export { createLiveUpdates } from './events-live.ts';
export type { CameraEventChange, CameraStateChange, LiveUpdates, LiveUpdatesState } from './events-live.ts';

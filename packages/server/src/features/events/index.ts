export { registerEventsRoutes } from './events-routes.ts';
export { createEventsService } from './events-service.ts';
export type { EventsService } from './events-service.ts';
export type { StoredEvent } from './events-repository.ts';

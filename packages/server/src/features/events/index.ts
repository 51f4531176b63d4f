export { createAnnouncer, isRetainedTopic } from './events-announcer.ts';
export { createMqttAccess } from './events-mqtt-access.ts';
export { registerMqttRoutes } from './events-mqtt-routes.ts';
export { registerEventsRoutes } from './events-routes.ts';
export { createEventsService } from './events-service.ts';
export type { EventsService } from './events-service.ts';
export type { StoredEvent } from './events-repository.ts';

export { createAnnouncer, isRetainedTopic, readEventMessage } from './events-announcer.ts';
export { createEventsModule } from './events-module.ts';
export { createMqttAccess } from './events-mqtt-access.ts';
export { registerMqttRoutes } from './events-mqtt-routes.ts';
export { readEventMaker } from './events-repository.ts';
export type { StoredEvent } from './events-repository.ts';
export { createMotionSettings } from './events-motion-settings.ts';
export type { EventsService, SmartEventsOfMotion } from './events-service.ts';

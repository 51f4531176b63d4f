export { createSmartEventsOfMotion } from './smart-events-conflicts.ts';
export { createSmartEventsModule } from './smart-events-module.ts';

export { createSmartEventsOfMotion } from './smart-events-conflicts.ts';
export { createPlugInDetectionsModule } from './plug-in/smart-events-plug-in-module.ts';
export { createSmartEventsModule } from './smart-events-module.ts';
export { createSoundDetectionsModule } from './sound/smart-events-sound-module.ts';
export type { SmartEventsService } from './smart-events-service.ts';

export { createLocationsModule } from './locations-module.ts';
export type { CameraPlace } from './locations-presence.ts';

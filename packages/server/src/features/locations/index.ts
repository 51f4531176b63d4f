export { createLocationsModule } from './locations-module.ts';

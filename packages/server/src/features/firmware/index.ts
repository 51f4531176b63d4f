export { createFirmwareCatalogue } from './firmware-catalogue.ts';
export { registerFirmwareRoutes } from './firmware-routes.ts';
export { createFirmwareService } from './firmware-service.ts';
export type { FirmwareService } from './firmware-service.ts';

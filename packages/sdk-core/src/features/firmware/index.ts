export { createFirmwareApi } from './firmware-api.ts';
export type { FirmwareApi } from './firmware-api.ts';

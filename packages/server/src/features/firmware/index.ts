export { createFirmwareModule } from './firmware-module.ts';

export { createSdCardApi } from './sd-card-api.ts';
export type { SdCardApi } from './sd-card-api.ts';

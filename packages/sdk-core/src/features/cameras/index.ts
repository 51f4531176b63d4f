export { createCamerasApi } from './cameras-api.ts';
export type { CamerasApi } from './cameras-api.ts';

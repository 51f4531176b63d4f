export { createPtzModule } from './ptz-module.ts';
export type { PtzService } from './ptz-service.ts';

export { createPtzModule } from './ptz-module.ts';

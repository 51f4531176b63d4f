export { createPtzApi } from './ptz-api.ts';
export type { PtzApi } from './ptz-api.ts';
export type { PtzSteering, PtzSteeringState } from './ptz-steering.ts';

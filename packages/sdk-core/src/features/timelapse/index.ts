export { createTimelapseApi } from './timelapse-api.ts';
export type { TimelapseApi } from './timelapse-api.ts';

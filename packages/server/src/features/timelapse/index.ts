export { createTimelapseModule } from './timelapse-module.ts';

export { createQualityModule } from './quality-module.ts';

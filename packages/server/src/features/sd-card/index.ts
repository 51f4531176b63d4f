export { createSdCardModule } from './sd-card-module.ts';

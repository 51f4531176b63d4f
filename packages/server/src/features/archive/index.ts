export { registerArchiveRoutes } from './archive-routes.ts';
export type { ArchiveDeps } from './archive-routes.ts';
export { sendFile } from './archive-answers.ts';

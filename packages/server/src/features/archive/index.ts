export { beginDownload, sendFile } from './archive-answers.ts';
export type { DownloadDeps } from './archive-answers.ts';
export { createArchivePlaybackModule } from './archive-module.ts';

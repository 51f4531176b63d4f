export { createArchiveApi } from './archive-api.ts';
export type { ArchiveApi, TimeRange } from './archive-api.ts';
export type { ArchivePlaylist, ArchiveSegment } from './archive-playlist.ts';

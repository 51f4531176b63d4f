import { join } from 'node:path';

/** Paths of footage: `footage/<cameraId>/<YYYY-MM-DD>/<HH>/<startMs>.m4s`, in UTC; init sections are beside the days. */
export interface FootagePaths {
  readonly root: string;
  camera(cameraId: string): string;
  init(cameraId: string, hash: string): string;
  hour(cameraId: string, atMs: number): string;
  day(cameraId: string, atMs: number): string;
  segment(cameraId: string, startMs: number): string;
}

export const hourMs = 3_600_000;

export function createFootagePaths(dataDir: string): FootagePaths {
  const root = join(dataDir, 'footage');
  const camera = (cameraId: string): string => {
    // Ids come from our database; this is the last line of defence before the file system.
    if (!/^[\w-]{1,64}$/.test(cameraId)) throw new TypeError('A camera id has word characters and dashes only.');
    return join(root, cameraId);
  };
  const day = (cameraId: string, atMs: number): string => join(camera(cameraId), new Date(atMs).toISOString().slice(0, 10));
  const hour = (cameraId: string, atMs: number): string => join(day(cameraId, atMs), new Date(atMs).toISOString().slice(11, 13));
  return {
    root,
    camera,
    day,
    hour,
    init: (cameraId, hash) => join(camera(cameraId), `init-${hash}.mp4`),
    segment: (cameraId, startMs) => join(hour(cameraId, startMs), `${startMs}.m4s`),
  };
}

import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FootagePaths } from './footage-paths.ts';

/** Lists every hour folder of a camera in Unix ms, oldest first. */
export async function listHours(paths: FootagePaths, cameraId: string): Promise<number[]> {
  const hours: number[] = [];
  for (const day of await listNames(paths.camera(cameraId), /^\d{4}-\d\d-\d\d$/)) {
    for (const hour of await listNames(join(paths.camera(cameraId), day), /^\d\d$/)) hours.push(Date.parse(`${day}T${hour}:00:00Z`));
  }
  return hours.filter(Number.isFinite).sort((a, b) => a - b);
}

/** Lists the starts of the finished segments in the hour folder of a moment, Unix ms. */
export async function listSegments(paths: FootagePaths, cameraId: string, atMs: number): Promise<Set<number>> {
  return new Set((await listNames(paths.hour(cameraId, atMs), /^\d{1,16}\.m4s$/)).map((name) => Number.parseInt(name, 10)));
}

/** Lists the hashes of a camera's init sections. */
export async function listInits(paths: FootagePaths, cameraId: string): Promise<Set<string>> {
  return new Set(
    (await listNames(paths.camera(cameraId), /^init-[0-9a-f]+\.mp4$/)).map((name) => basename(name, '.mp4').slice('init-'.length)),
  );
}

/** Lists the matching names in a folder, sorted; empty when the folder does not exist. */
export async function listNames(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealRecording } from '../mp4/seal-recording.ts';

/** A finished recording. */
export interface StoredVideo {
  /** Unix ms. */
  readonly startAt: number;
  readonly endAt: number;
  readonly size: number;
}

/**
 * A card is a folder. Our files are in a subfolder of it, so that formatting never removes other files:
 * a marker of a formatted card, and one file per recording, `<start>-<end>.mp4`, named `<start>.part.mp4` during recording.
 */
const ours = 'watchpost-card';
const mark = 'card.json';
const version = 1;

export function videosFolder(card: string): string {
  return join(card, ours, 'videos');
}

export function finishedPath(card: string, { startAt, endAt }: Pick<StoredVideo, 'startAt' | 'endAt'>): string {
  return join(videosFolder(card), `${startAt}-${endAt}.mp4`);
}

export function unfinishedPath(card: string, startAt: number): string {
  return join(videosFolder(card), `${startAt}.part.mp4`);
}

/** Specification 2, section 3. */
export type CardState = 'not-installed' | 'not-mounted' | 'installed';

export async function readCardState(card: string): Promise<CardState> {
  if (!(await isFolder(card))) return 'not-installed';
  const text = await readFile(join(card, ours, mark), 'utf8').catch(() => '');
  return text === markText && (await isFolder(videosFolder(card))) ? 'installed' : 'not-mounted';
}

/**
 * Formats a card: deletes all our files on it.
 * @param progress 0 to 1
 * @throws when the folder is not writable, or the signal aborts
 */
export async function formatCard(card: string, signal: AbortSignal, progress: (fraction: number) => void): Promise<void> {
  // Without its marker, a partly formatted card counts as unformatted.
  await rm(join(card, ours, mark), { force: true });
  await removeFiles(videosFolder(card), signal, progress);
  await rm(join(card, ours), { recursive: true, force: true });
  await mkdir(videosFolder(card), { recursive: true, mode: 0o700 });
  await writeFile(join(card, ours, `${mark}.new`), markText, { mode: 0o600, flush: true });
  await rename(join(card, ours, `${mark}.new`), join(card, ours, mark));
}

/** Deletes all recordings, one by one. */
export async function removeFiles(folder: string, signal: AbortSignal, progress: (fraction: number) => void): Promise<void> {
  const files = await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)));
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    await rm(join(folder, file), { recursive: true, force: true });
    progress((index + 1) / files.length);
  }
}

/** Lists the recordings on a card. Seals those that a power cut left unfinished, and deletes empty ones. */
export async function readVideos(card: string, onProblem: (problem: string) => void): Promise<StoredVideo[]> {
  const videos: StoredVideo[] = [];
  for (const file of await readdir(videosFolder(card))) {
    const [, start = '', end = ''] = /^(\d{1,16})(?:-(\d{1,16})|\.part)\.mp4$/.exec(file) ?? [];
    if (start === '') continue;
    const path = join(videosFolder(card), file);
    if (end !== '') videos.push({ startAt: Number(start), endAt: Number(end), size: (await stat(path)).size });
    else {
      const video = await finishVideo(card, Number(start)).catch((error: unknown) =>
        onProblem(`${path} can't be finished: ${error instanceof Error ? error.message : String(error)}`),
      );
      if (video) videos.push(video);
    }
  }
  return videos;
}

/** Makes a recording playable; deletes an empty one and returns null. */
export async function finishVideo(card: string, startAt: number): Promise<StoredVideo | null> {
  const path = unfinishedPath(card, startAt);
  const sealed = await sealRecording(path, startAt);
  if (!sealed) {
    await rm(path, { force: true });
    return null;
  }
  const video = { startAt, endAt: startAt + Math.max(1, sealed.duration), size: sealed.bytes };
  await rename(path, finishedPath(card, video));
  return video;
}

const markText = `${JSON.stringify({ version })}\n`;

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

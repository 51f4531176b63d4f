import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../kernel/log.ts';
import { videoTimescale, type Tracks } from '../media-types.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { PictureDecoder } from './picture-decoder.ts';

/** Keeps the last picture of every camera, also while it is offline; decodes only on request. */
export interface Snapshots {
  /** Returns when the picture that `read` returns was taken, Unix ms; null before the first. */
  preview(cameraId: string): { readonly takenAt: number } | null;
  /** Returns that picture as JPEG. */
  read(cameraId: string): Promise<Uint8Array | null>;
  /** Makes a JPEG of the first picture in `video`, an init section and fragments. */
  decode(video: Uint8Array): Promise<Uint8Array | null>;
  /** Makes a JPEG of the newest key frame in its original size; null before the first, and without a decoder. */
  readNewest(cameraId: string): Promise<{ readonly takenAt: number; readonly jpeg: Uint8Array } | null>;
  start(cameraId: string): void;
  stop(cameraId: string): void;
  /** Deletes a camera's picture. */
  remove(cameraId: string): Promise<void>;
  close(): void;
}

export interface SnapshotsDeps {
  readonly folder: string;
  readonly streams: StreamRegistry;
  readonly decoder: PictureDecoder | null;
  readonly log: Logger;
}

interface KeyFrame {
  readonly takenAt: number;
  readonly tracks: Tracks;
  readonly fragment: () => Uint8Array;
}

interface Entry {
  keyFrame: KeyFrame | null;
  /** Time of the JPEG on disk, Unix ms. */
  decodedAt: number | null;
  decoding: Promise<void> | null;
  stopWatching: () => void;
}

/** A younger picture is not renewed, ms. */
const cacheTtlMs = 20_000;

export async function createSnapshots({ folder, streams, decoder, log }: SnapshotsDeps): Promise<Snapshots> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = new Map<string, Entry>();
  const pathOf = (cameraId: string): string => join(folder, `${cameraId}.jpg`);
  const entryOf = (cameraId: string): Entry => {
    const entry = entries.get(cameraId) ?? { keyFrame: null, decodedAt: null, decoding: null, stopWatching: () => undefined };
    entries.set(cameraId, entry);
    return entry;
  };
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.jpg')) continue;
    // The file's modification time is the picture's time, set when it is written.
    entryOf(file.slice(0, -4)).decodedAt = Math.round((await stat(join(folder, file))).mtimeMs);
  }

  /** Returns the key frame that should replace the JPEG, if any. */
  const due = ({ keyFrame, decodedAt }: Entry): KeyFrame | null =>
    decoder && keyFrame && (decodedAt === null || keyFrame.takenAt - decodedAt >= cacheTtlMs || keyFrame.takenAt < decodedAt)
      ? keyFrame
      : null;

  const decodeDue = async (cameraId: string, entry: Entry): Promise<void> => {
    const keyFrame = due(entry);
    if (!keyFrame || !decoder) return;
    const picture = await decoder.decode(toVideo(keyFrame));
    if (entries.get(cameraId) !== entry) return;
    const path = pathOf(cameraId);
    await writeFile(`${path}.new`, picture, { mode: 0o600 });
    await utimes(`${path}.new`, keyFrame.takenAt / 1000, keyFrame.takenAt / 1000);
    await rename(`${path}.new`, path);
    entry.decodedAt = keyFrame.takenAt;
  };
  /** Renews the picture, once at a time per camera; concurrent requests share the result. */
  const refresh = (cameraId: string, entry: Entry): Promise<void> =>
    (entry.decoding ??= decodeDue(cameraId, entry)
      .catch((error: unknown) => {
        log.warn({ err: error, cameraId }, 'A preview picture could not be created');
        // Do not retry this key frame; the next one may be valid.
        entry.keyFrame = null;
      })
      .finally(() => {
        entry.decoding = null;
      }));

  return {
    preview: (cameraId) => {
      const entry = entries.get(cameraId);
      const takenAt = entry && (due(entry)?.takenAt ?? entry.decodedAt);
      return takenAt === null || takenAt === undefined ? null : { takenAt };
    },
    read: async (cameraId) => {
      const entry = entries.get(cameraId);
      if (!entry) return null;
      await refresh(cameraId, entry);
      return entry.decodedAt === null ? null : readFile(pathOf(cameraId)).catch(() => null);
    },
    readNewest: async (cameraId) => {
      const keyFrame = entries.get(cameraId)?.keyFrame;
      return keyFrame && decoder ? { takenAt: keyFrame.takenAt, jpeg: await decoder.decode(toVideo(keyFrame)) } : null;
    },
    decode: async (video) => (decoder ? decoder.decode(video) : null),
    start: (cameraId) => {
      const entry = entryOf(cameraId);
      entry.stopWatching();
      let tracks: Tracks | null = null;
      let isFirst = true;
      entry.stopWatching = streams.open(cameraId).subscribe(
        {
          onTracks: (next) => {
            tracks = next;
          },
          onSample: (sample, fragment) => {
            if (!tracks || sample.kind !== 'video' || !sample.keyFrame) return;
            entry.keyFrame = { takenAt: Math.round((sample.decodeTime / videoTimescale) * 1000), tracks, fragment };
            // A camera that has just come online is decoded immediately; later pictures wait for a request.
            if (isFirst) void refresh(cameraId, entry);
            isFirst = false;
          },
          onOffline: () => {
            isFirst = true;
            // Keeps the last picture for the time the camera is offline.
            void refresh(cameraId, entry);
          },
        },
        { audio: false },
      );
    },
    stop: (cameraId) => entries.get(cameraId)?.stopWatching(),
    remove: async (cameraId) => {
      const entry = entries.get(cameraId);
      entries.delete(cameraId);
      entry?.stopWatching();
      await entry?.decoding;
      await rm(pathOf(cameraId), { force: true });
    },
    close: () => {
      for (const entry of entries.values()) entry.stopWatching();
      entries.clear();
    },
  };
}

function toVideo({ tracks, fragment }: KeyFrame): Uint8Array {
  return Buffer.concat([initSectionOf(tracks).bytes, fragment()]);
}

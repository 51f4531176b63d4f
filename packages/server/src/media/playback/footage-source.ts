import { open, readFile } from 'node:fs/promises';
import { listHours, listInits, listSegments } from '../recording/footage-files.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';

/** A recorded segment, opened for reading. */
export interface SegmentFile {
  /** Bytes. */
  readonly size: number;
  /** Reads bytes from a position; fewer only at the end. The caller does not change them. */
  read(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a segment; fails with code ENOENT, or the AppError not-found, when it is gone. */
export type OpenSegment = () => Promise<SegmentFile>;

/** Where recordings are read from: the disk, or a bucket. */
export interface FootageSource {
  /** Lists every hour of a camera that has segments, Unix ms, oldest first. */
  hours(cameraId: string): Promise<number[]>;
  /** Lists the starts of the segments of the hour of a moment, Unix ms. */
  segments(cameraId: string, atMs: number): Promise<ReadonlySet<number>>;
  /** Lists the hashes of a camera's init sections. */
  inits(cameraId: string): Promise<ReadonlySet<string>>;
  open(cameraId: string, startMs: number): Promise<SegmentFile>;
  readInit(cameraId: string, hash: string): Promise<Uint8Array>;
}

/** Reads recordings from the data folder. */
export function createDiskFootage(paths: FootagePaths): FootageSource {
  return {
    hours: (cameraId) => listHours(paths, cameraId),
    segments: (cameraId, atMs) => listSegments(paths, cameraId, atMs),
    inits: (cameraId) => listInits(paths, cameraId),
    open: (cameraId, startMs) => openFile(paths.segment(cameraId, startMs)),
    readInit: (cameraId, hash) => readFile(paths.init(cameraId, hash)),
  };
}

/** Opens a file. @throws with code ENOENT when it does not exist */
async function openFile(file: string): Promise<SegmentFile> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return {
      size,
      read: async (position, length) => {
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(bytes, 0, length, position);
        return bytes.subarray(0, bytesRead);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ascii, box } from '@watchpost/mp4';
import type { SegmentsTable } from '../../db/schema.ts';
import type { InitSection } from '../packaging/init-section.ts';
import { isMissing } from '../playback/file-pieces.ts';
import type { FootagePaths } from './footage-paths.ts';
import { salvagePart } from './salvage.ts';

/** Writes the segments of one camera step by step, without making the caller wait. */
export interface SegmentWriter {
  open(startMs: number, init: InitSection): void;
  append(bytes: Uint8Array): void;
  finish(endMs: number): void;
  /** Bytes that are waiting for the disk. */
  readonly queuedBytes: number;
  /** Start of the oldest segment that was opened and is not in its final place yet, Unix ms. */
  readonly unfinishedSince: number | null;
  /** Resolves when all steps requested so far are done. */
  settle(): Promise<void>;
  /** Does the same, and keeps the whole part of an unfinished segment. */
  close(): Promise<void>;
}

export interface SegmentWriterDeps {
  readonly cameraId: string;
  readonly paths: FootagePaths;
  /** Called when a finished segment is in its final place. */
  onSegment(row: SegmentsTable): void;
  /**
   * Called when the open segment was dropped or could not be opened; its whole part is kept.
   * @param startMs its start, Unix ms; null when there was none
   */
  onError(error: unknown, startMs: number | null): void;
}

interface OpenSegment {
  readonly startMs: number;
  readonly initHash: string;
  readonly file: string;
  readonly handle: FileHandle;
  size: number;
}

export function createSegmentWriter({ cameraId, paths, onSegment, onError }: SegmentWriterDeps): SegmentWriter {
  const writtenInits = new Set<string>();
  let current: OpenSegment | null = null;
  /** Start of the segment that is being opened, Unix ms. */
  let opening: number | null = null;
  /** Starts of opened segments that are not in their final place. */
  const unfinished = new Set<number>();
  let queuedBytes = 0;
  let queue: Promise<void> = Promise.resolve();

  const keepWhole = async ({ startMs, handle, file }: OpenSegment): Promise<void> => {
    unfinished.delete(startMs);
    await handle.close().catch(() => undefined);
    const row = await salvagePart(cameraId, `${file}.part`).catch(() => null);
    if (row) onSegment(row);
  };
  /**
   * Drops a failed segment. The recorder may have started the next segment before it learned of the failure: that one will not
   * finish either.
   */
  const abandon = async (): Promise<void> => {
    const left = current;
    current = null;
    if (left) await keepWhole(left);
  };
  const giveUp = async (error: unknown): Promise<void> => {
    const failed = current;
    const startMs = failed?.startMs ?? opening;
    current = opening = null;
    if (startMs !== null) unfinished.delete(startMs);
    onError(error, startMs);
    if (failed) await keepWhole(failed);
  };
  const enqueue = (work: () => Promise<void>): void => {
    queue = queue.then(work).catch(giveUp);
  };
  const write = async (segment: OpenSegment, bytes: Uint8Array): Promise<void> => {
    let offset = 0;
    while (offset < bytes.byteLength) offset += (await segment.handle.write(bytes, offset)).bytesWritten;
    segment.size += bytes.byteLength;
  };

  return {
    get queuedBytes() {
      return queuedBytes;
    },
    get unfinishedSince() {
      return unfinished.values().next().value ?? null;
    },
    open: (startMs, init) => {
      unfinished.add(startMs);
      enqueue(async () => {
        await abandon();
        opening = startMs;
        const file = paths.segment(cameraId, startMs);
        await mkdir(dirname(file), { recursive: true });
        if (!writtenInits.has(init.hash)) await writeInit(paths.init(cameraId, init.hash), init.bytes);
        writtenInits.add(init.hash);
        current = { startMs, initHash: init.hash, file, handle: await openNew(`${file}.part`), size: 0 };
        opening = null;
        // Names the init section that it needs, so that a segment without its row can be indexed. Players skip `free`.
        await write(current, box('free', ascii(`init=${init.hash}`)));
      });
    },
    append: (bytes) => {
      queuedBytes += bytes.byteLength;
      enqueue(async () => {
        queuedBytes -= bytes.byteLength;
        if (current) await write(current, bytes);
      });
    },
    finish: (endMs) =>
      enqueue(async () => {
        if (!current) return;
        await current.handle.close();
        await rename(`${current.file}.part`, current.file);
        const { startMs, initHash, size } = current;
        current = null;
        unfinished.delete(startMs);
        onSegment({ camera_id: cameraId, start_ms: startMs, duration_ms: endMs - startMs, size, init_hash: initHash });
      }),
    settle: () => queue,
    close: () => {
      enqueue(abandon);
      return queue;
    },
  };
}

/** Opens a new file, also when its folder was removed as empty at that moment. */
async function openNew(file: string): Promise<FileHandle> {
  return open(file, 'w').catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(file), { recursive: true });
    return open(file, 'w');
  });
}

/** Writes the file completely or not at all, whenever the process is killed. */
async function writeInit(file: string, bytes: Uint8Array): Promise<void> {
  // Two writers of one camera may need the same file at the same time.
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

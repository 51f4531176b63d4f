import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SegmentsTable } from '../../db/schema.ts';
import { ascii, box } from '../packaging/boxes.ts';
import type { InitSection } from '../packaging/init-section.ts';
import type { FootagePaths } from './footage-paths.ts';
import { salvagePart } from './salvage.ts';

/** Writes the segments of one camera, one step after another, never waiting for the caller. */
export interface SegmentWriter {
  open(startMs: number, init: InitSection): void;
  append(bytes: Uint8Array): void;
  finish(endMs: number): void;
  /** Bytes that wait for the disk. */
  readonly queuedBytes: number;
  /** Resolves when what was asked for so far is done. */
  settle(): Promise<void>;
  /** The same, and a segment that nobody finished is kept as far as it is whole. */
  close(): Promise<void>;
}

export interface SegmentWriterDeps {
  readonly cameraId: string;
  readonly paths: FootagePaths;
  /** A finished segment is in its place. */
  onSegment(row: SegmentsTable): void;
  /** The open segment was given up, or could not be opened; what was whole of it is kept. @param startMs where it began; null when there was none */
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
  /** Of the segment that is being opened. */
  let opening: number | null = null;
  let queuedBytes = 0;
  let queue: Promise<void> = Promise.resolve();

  const keepWhole = async ({ handle, file }: OpenSegment): Promise<void> => {
    await handle.close().catch(() => undefined);
    const row = await salvagePart(cameraId, `${file}.part`).catch(() => null);
    if (row) onSegment(row);
  };
  /** The recorder may have moved on to the next segment before it heard that this one failed: it will not finish either. */
  const abandon = async (): Promise<void> => {
    const left = current;
    current = null;
    if (left) await keepWhole(left);
  };
  const giveUp = async (error: unknown): Promise<void> => {
    const failed = current;
    const startMs = failed?.startMs ?? opening;
    current = opening = null;
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
    open: (startMs, init) =>
      enqueue(async () => {
        await abandon();
        opening = startMs;
        const file = paths.segment(cameraId, startMs);
        await mkdir(dirname(file), { recursive: true });
        if (!writtenInits.has(init.hash)) await writeInit(paths.init(cameraId, init.hash), init.bytes);
        writtenInits.add(init.hash);
        current = { startMs, initHash: init.hash, file, handle: await open(`${file}.part`, 'w'), size: 0 };
        opening = null;
        // Says which init section it needs, so that a segment without its row can be indexed. Players skip `free`.
        await write(current, box('free', ascii(`init=${init.hash}`)));
      }),
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
        onSegment({ camera_id: cameraId, start_ms: startMs, duration_ms: endMs - startMs, size, init_hash: initHash });
      }),
    settle: () => queue,
    close: () => {
      enqueue(abandon);
      return queue;
    },
  };
}

/** Whole or not at all, whenever the process is killed. */
async function writeInit(file: string, bytes: Uint8Array): Promise<void> {
  // Two writers of one camera may need the same one at once.
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

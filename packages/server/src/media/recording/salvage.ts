import { lstat, readFile, rename, rm, truncate } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SegmentsTable } from '../../db/schema.ts';
import { segmentTimes, walkSegment } from '../packaging/segment-walker.ts';

/**
 * Keeps the whole fragments of a segment that was cut off, under its final name.
 * @param part path of a `.m4s.part`
 * @returns its row; null when nothing was playable and the file was removed
 */
export async function salvagePart(cameraId: string, part: string): Promise<SegmentsTable | null> {
  // Links and devices are not ours, so only regular files are read.
  const row = (await lstat(part)).isFile() ? await readSegmentRow(cameraId, part) : null;
  if (!row) {
    await rm(part, { force: true });
    return null;
  }
  await truncate(part, row.size);
  await rename(part, part.slice(0, -'.part'.length));
  return row;
}

/** Reads from a segment file's content the row that it should have; null when nothing in it is playable. */
export async function readSegmentRow(cameraId: string, file: string): Promise<SegmentsTable | null> {
  const walked = walkSegment(await readFile(file));
  const times = segmentTimes(walked);
  const startMs = Number(/^\d+/.exec(basename(file))?.[0]);
  if (!times || walked.initHash === null || !Number.isSafeInteger(startMs) || times.endMs <= startMs) return null;
  return {
    camera_id: cameraId,
    start_ms: startMs,
    duration_ms: times.endMs - startMs,
    size: walked.wholeBytes,
    init_hash: walked.initHash,
  };
}

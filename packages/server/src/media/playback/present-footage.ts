import { hourMs } from '../recording/footage-paths.ts';
import { maxSegmentMs, type Span } from '../recording/spans.ts';
import type { FootageSource } from './footage-source.ts';

/**
 * Splits indexed time into playable parts and parts without files, which exist after a restore without recordings, or while their
 * disk is not mounted.
 */
export interface PresentParts {
  readonly present: Span[];
  readonly missing: Span[];
}

/**
 * Splits by whole hours, as in the folders: checking a month reads only 31 folders.
 * @param hours hours that have a folder, Unix ms
 */
export function splitByPresence(parts: readonly Span[], hours: ReadonlySet<number>): PresentParts {
  const split: PresentParts = { present: [], missing: [] };
  for (const part of parts) {
    for (let hour = Math.floor(part.from / hourMs) * hourMs; hour < part.to; hour += hourMs) {
      const piece = { from: Math.max(part.from, hour), to: Math.min(part.to, hour + hourMs) };
      // A segment is in the folder of the hour in which it starts.
      const isTail = piece.to - hour < maxSegmentMs && hours.has(hour - hourMs);
      const list = hours.has(hour) || isTail ? split.present : split.missing;
      const last = list.at(-1);
      if (last?.to === piece.from) list[list.length - 1] = { from: last.from, to: piece.to };
      else list.push(piece);
    }
  }
  return split;
}

export interface IndexedSegment {
  readonly start_ms: number;
  readonly init_hash: string;
}
/** Called for segments that are gone for good, because others of their hour exist. */
export type OnLostSegments = (cameraId: string, starts: readonly number[]) => Promise<void>;

/** Keeps only the segments whose files exist. */
export async function onlyPresent<Row extends IndexedSegment>(
  source: Pick<FootageSource, 'segments' | 'inits'>,
  cameraId: string,
  rows: readonly Row[],
  onLost: OnLostSegments,
): Promise<Row[]> {
  const inits = await source.inits(cameraId);
  const present: Row[] = [];
  const lost: number[] = [];
  for (const [hour, own] of Map.groupBy(rows, ({ start_ms }) => Math.floor(start_ms / hourMs))) {
    const files = await source.segments(cameraId, hour * hourMs);
    for (const row of own) {
      if (files.has(row.start_ms) && inits.has(row.init_hash)) present.push(row);
      else if (files.size > 0 && !files.has(row.start_ms)) lost.push(row.start_ms);
    }
  }
  if (lost.length > 0) await onLost(cameraId, lost);
  return present;
}

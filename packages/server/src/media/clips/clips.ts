import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { walkSegment } from '../packaging/walk.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import type { ByteRange } from '../playback/byte-range.ts';
import type { Span } from '../playback/footage.ts';
import type { Freshen } from '../playback/freshen.ts';
import { buildClipHeader } from './clip-header.ts';
import { createClipLayout, type ClipLayout } from './clip-layout.ts';
import { readInitTracks, type InitTrack } from './clip-tracks.ts';

/** A part of the archive as one MP4 file that is never on disk: its header is made, its media is read where it lies. */
export interface Clip {
  /** Bytes of the whole file. */
  readonly size: number;
  /** Names exactly these bytes; another recording, range or right has another. */
  readonly etag: string;
  /** What it shows, Unix ms; several where footage is missing in between. */
  readonly parts: readonly Span[];
  /** The bytes of a range, a segment in memory at a time. @throws when footage was deleted meanwhile */
  read(range?: ByteRange): AsyncGenerator<Uint8Array>;
}

export interface Clips {
  /** @throws {AppError} no-footage */
  open(cameraId: string, range: Span, withAudio: boolean): Promise<Clip>;
}

export interface ClipsDeps {
  readonly db: Db;
  readonly paths: FootagePaths;
  readonly freshen: Freshen;
}

export function createClips({ db, paths, freshen }: ClipsDeps): Clips {
  return {
    open: async (cameraId, range, withAudio) => {
      await freshen(cameraId, range.to);
      const layout = createClipLayout(range, withAudio);
      const inits = new Map<string, Promise<InitTrack[]>>();
      for (const row of await findSegments(db, cameraId, range)) {
        const bytes = await readIfThere(paths.segment(cameraId, row.start_ms));
        if (!bytes) continue;
        const init = inits.get(row.init_hash) ?? readFile(paths.init(cameraId, row.init_hash)).then(readInitTracks);
        inits.set(row.init_hash, init);
        layout.add({ startMs: row.start_ms, init: await init, bytes, walked: walkSegment(bytes) });
      }
      return createClip(cameraId, layout.finish(), paths);
    },
  };
}

/** Those that overlap the range. */
async function findSegments(db: Db, cameraId: string, { from, to }: Span): Promise<{ start_ms: number; init_hash: string }[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms', 'init_hash'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '<', to)
    .where('start_ms', '>', from - longestSegment)
    .orderBy('start_ms')
    .execute();
  return rows.filter(({ start_ms, duration_ms }) => start_ms + duration_ms > from);
}
/** A camera with rare key frames makes long segments; none is longer than this, ms. */
const longestSegment = 120_000;

function createClip(cameraId: string, layout: ClipLayout, paths: FootagePaths): Clip {
  const [first] = layout.parts;
  if (!first) throw new AppError('no-footage');
  const header = buildClipHeader(layout, first.from);
  const size = header.byteLength + layout.mediaSize;

  return {
    size,
    parts: layout.parts,
    // The header has every sample's size and time: other media has another header.
    etag: `"${createHash('sha256').update(cameraId).update(header).digest('hex').slice(0, 32)}"`,
    async *read({ start, end } = { start: 0, end: size - 1 }) {
      if (start < header.byteLength) yield header.subarray(start, end + 1);
      for (const segment of layout.segments) {
        const segmentStart = header.byteLength + segment.offset;
        if (segmentStart > end) return;
        if (segmentStart + segment.size <= start) continue;
        const bytes = await readFile(paths.segment(cameraId, segment.startMs));
        yield* cut(piecesOf(bytes, segment.pieces), start - segmentStart, end + 1 - segmentStart);
      }
    },
  };
}

function* piecesOf(bytes: Uint8Array, pieces: readonly (readonly [start: number, length: number])[]): Generator<Uint8Array> {
  for (const [start, length] of pieces) yield bytes.subarray(start, start + length);
}

/** What lies between two offsets of consecutive pieces, joined into one. */
function* cut(pieces: Iterable<Uint8Array>, from: number, to: number): Generator<Uint8Array> {
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const start = Math.max(0, from - offset);
    const end = Math.min(piece.byteLength, to - offset);
    if (end > start) parts.push(piece.subarray(start, end));
    offset += piece.byteLength;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    // Deleted by retention since the index was read.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

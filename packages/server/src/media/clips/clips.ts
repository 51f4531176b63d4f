import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import type { ByteRange } from '../playback/byte-range.ts';
import type { Span } from '../playback/footage.ts';
import type { Freshen } from '../playback/freshen.ts';
import { readPieces } from '../playback/file-pieces.ts';
import { readHeads } from '../playback/segment-heads.ts';
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
  /** The bytes of a range, some at a time. @throws when footage was deleted meanwhile */
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
      const rows = await findSegments(db, cameraId, range);
      for (let first = 0; first < rows.length; first += readAtOnce) {
        const part = rows.slice(first, first + readAtOnce);
        const heads = await Promise.all(part.map(({ start_ms }) => readHeads(paths.segment(cameraId, start_ms)).catch(ignoreMissing)));
        for (const [index, { start_ms, init_hash }] of part.entries()) {
          const fragments = heads[index];
          if (!fragments) continue;
          const init = inits.get(init_hash) ?? readFile(paths.init(cameraId, init_hash)).then(readInitTracks);
          inits.set(init_hash, init);
          layout.add({ startMs: start_ms, init: await init, fragments });
        }
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
/** Files whose tables are read at the same time. */
const readAtOnce = 8;
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
        yield* readPieces(paths.segment(cameraId, segment.startMs), segment.pieces, { start: Math.max(0, start - segmentStart), end: Math.min(segment.size - 1, end - segmentStart) });
      }
    },
  };
}

/** Deleted by retention since the index was read. */
function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

import { createHash } from 'node:crypto';
import type { Mp4Track } from '@watchpost/mp4';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { readInitTracks } from '../packaging/init-section.ts';
import type { ByteRange } from '../playback/byte-range.ts';
import { onlyPresent, type OnLostSegments } from '../playback/present-footage.ts';
import { maxSegmentMs, type Span } from '../recording/spans.ts';
import type { Freshen } from '../playback/freshen.ts';
import { isMissing, readPieces } from '../playback/file-pieces.ts';
import type { FootageSource } from '../playback/footage-source.ts';
import { readHeads } from '../playback/segment-heads.ts';
import { buildClipHeader } from './clip-header.ts';
import { createClipLayout, type ClipLayout } from './clip-layout.ts';

/** A part of the archive as one MP4 file that never exists on disk: the header is generated, and the media is read from the segments. */
export interface Clip {
  /** Size of the whole file, bytes. */
  readonly size: number;
  /** Identifies exactly these bytes; another recording, range or access right has another. */
  readonly etag: string;
  /** The spans that the clip shows, Unix ms; several if footage is missing in between. */
  readonly parts: readonly Span[];
  /**
   * Reads the bytes of a range in chunks.
   * @throws when footage was deleted meanwhile
   */
  read(range?: ByteRange): AsyncGenerator<Uint8Array>;
}

export interface Clips {
  /**
   * Opens a clip of a range.
   * @param open nothing from outside is in the file, not even what would be hidden
   * @throws {AppError} no-footage
   */
  open(cameraId: string, range: Span, withAudio: boolean, open?: OpenArchive): Promise<Clip>;
}

export interface ClipsDeps {
  readonly db: Db;
  readonly source: FootageSource;
  readonly freshen: Freshen;
  readonly onLost: OnLostSegments;
}

export function createClips({ db, source, freshen, onLost }: ClipsDeps): Clips {
  return {
    open: async (cameraId, range, withAudio, open = wholeArchive) => {
      await freshen(cameraId, range.to);
      const rows = await onlyPresent(source, cameraId, await findSegments(db, cameraId, range), onLost);
      const inits = new Map<string, Mp4Track[]>();
      for (const { init_hash } of rows) {
        if (!inits.has(init_hash)) inits.set(init_hash, readInitTracks(await source.readInit(cameraId, init_hash)));
      }
      const layout = createClipLayout(range, { withAudio, withSets: changesPicture([...inits.values()]) }, open);
      for (let first = 0; first < rows.length; first += parallelReads) {
        const part = rows.slice(first, first + parallelReads);
        const heads = await Promise.all(part.map(({ start_ms }) => readHeads(() => source.open(cameraId, start_ms)).catch(ignoreMissing)));
        for (const [index, { start_ms, init_hash }] of part.entries()) {
          const fragments = heads[index];
          if (!fragments) continue;
          layout.add({ startMs: start_ms, init: inits.get(init_hash) ?? [], fragments });
        }
      }
      return createClip(cameraId, layout.finish(), source);
    },
  };
}

/** Finds the segments that overlap the range. */
async function findSegments(db: Db, cameraId: string, { from, to }: Span): Promise<{ start_ms: number; init_hash: string }[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms', 'init_hash'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '<', to)
    .where('start_ms', '>', from - maxSegmentMs)
    .orderBy('start_ms')
    .execute();
  return rows.filter(({ start_ms, duration_ms }) => start_ms + duration_ms > from);
}
/** Number of files whose tables are read at the same time. */
const parallelReads = 8;

function createClip(cameraId: string, layout: ClipLayout, source: FootageSource): Clip {
  const [first] = layout.parts;
  if (!first) throw new AppError('no-footage');
  const header = buildClipHeader(layout, first.from);
  const size = header.byteLength + layout.mediaSize;

  return {
    size,
    parts: layout.parts,
    // The header contains every sample's size and time, so other media has another header.
    etag: `"${createHash('sha256').update(cameraId).update(header).digest('hex').slice(0, 32)}"`,
    async *read({ start, end } = { start: 0, end: size - 1 }) {
      if (start < header.byteLength) yield header.subarray(start, end + 1);
      for (const segment of layout.segments) {
        const segmentStart = header.byteLength + segment.offset;
        if (segmentStart > end) return;
        if (segmentStart + segment.size <= start) continue;
        yield* readPieces(() => source.open(cameraId, segment.startMs), segment.pieces, {
          start: Math.max(0, start - segmentStart),
          end: Math.min(segment.size - 1, end - segmentStart),
        });
      }
    },
  };
}

/** Whether the video's configuration is not the same everywhere. */
function changesPicture(inits: readonly (readonly Mp4Track[])[]): boolean {
  const entries = inits.flatMap((tracks) => tracks.filter(({ kind }) => kind === 'video').map(({ sampleEntry }) => sampleEntry));
  const [first] = entries;
  return first !== undefined && entries.some((entry) => Buffer.compare(entry, first) !== 0);
}

/** Ignores a segment that retention has deleted since the index was read. */
function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

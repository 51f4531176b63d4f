import type { ArchiveDays, Footage } from '@watchpost/contract/schemas/archive';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { SegmentsTable } from '../../db/schema.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isOpenRange, isWholeArchive, wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { hashOf, readInitTracks } from '../packaging/init-section.ts';
import type { FragmentSpan } from '../packaging/segment-walker.ts';
import { stripAudioFromInit } from '../packaging/strip-audio.ts';
import { createArchivePictures, type ArchivePictures, type DecodePicture } from './archive-pictures.ts';
import type { ByteRange } from './byte-range.ts';
import { isMissing, readPieces, sizeOf, type Piece } from './file-pieces.ts';
import { readDays, readFootage, type Span } from './footage.ts';
import type { FootageSource, OpenSegment } from './footage-source.ts';
import type { Freshen } from './freshen.ts';
import { onlyPresent, type OnLostSegments } from './present-footage.ts';
import { readHeads } from './segment-heads.ts';
import { buildVodPlaylist } from './vod-playlist.ts';

/**
 * Plays footage back. The newest segment is playable as soon as it is finished (at most 6 s, or the camera's key frame interval);
 * a request for newer footage ends the running segment at its next key frame.
 */
export interface Playback extends ArchivePictures {
  footage(cameraId: string, range: Span): Promise<Footage>;
  /**
   * Returns the days with footage, in the camera's own time zone.
   * @throws {AppError} not-found
   */
  days(cameraId: string, range: { readonly from: string; readonly to: string }, open?: OpenArchive): Promise<ArchiveDays>;
  /**
   * Builds the HLS playlist of a range, from segments that are open from beginning to end.
   * @throws {AppError} no-footage
   */
  playlist(cameraId: string, range: Span, withAudio: boolean, open?: OpenArchive): Promise<string>;
  /**
   * Returns an init section or segment by its name in the playlist, or the segment of a moment (`at-{ms}.m4s`), which begins with its init
   * section: a player that jumps has its first picture after one request.
   * @param withInit puts the init section at the start of a segment
   * @throws {AppError} not-found, or no-archive-access for a segment that is not open from beginning to end
   */
  media(cameraId: string, file: string, withAudio: boolean, withInit?: boolean, open?: OpenArchive): Promise<PlayedFile>;
  /** Returns the time that a file of a playlist shows; null for an init section. */
  spanOf(cameraId: string, file: string): Promise<Span | null>;
}

/** A file of a playlist, read while it is being sent. */
export interface ArchiveFile {
  /** Bytes. */
  readonly size: number;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

interface PlayedFile extends ArchiveFile {
  /** The time that it shows; null for an init section. */
  readonly span: Span | null;
}

export interface PlaybackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly source: FootageSource;
  readonly freshen: Freshen;
  /** Returns the span of a camera that is being written and is not footage yet. */
  readonly unfinished: (cameraId: string) => Span | null;
  /** Makes a JPEG of the first picture of an init section and a fragment; null when no decoder is installed. */
  readonly decode: DecodePicture;
  readonly onLost: OnLostSegments;
  /** Returns the nodes that recorded a camera and can't be reached; missing where one machine runs alone. */
  readonly away?: ((cameraId: string) => Promise<readonly string[]>) | undefined;
  /** Called when a viewer opens the archive, because pictures will be requested soon. */
  readonly warmDecoder?: (() => void) | undefined;
}

export function createPlayback({ db, clock, source, freshen, unfinished, decode, onLost, away, warmDecoder }: PlaybackDeps): Playback {
  const inits = new Map<string, { full: Uint8Array; silent: Uint8Array; silentHash: string }>();

  const readInit = async (cameraId: string, hash: string) => {
    const key = `${cameraId}/${hash}`;
    const known = inits.get(key);
    if (known) return known;
    const full = await source.readInit(cameraId, hash).catch(orNotFound);
    const silent = stripAudioFromInit(full);
    const init = { full, silent, silentHash: hashOf(silent) };
    // A camera has a handful of configurations; this limit is for exceptions.
    if (inits.size >= 1000) inits.clear();
    inits.set(key, init);
    return init;
  };
  const segmentAt = (cameraId: string, at: number) =>
    db
      .selectFrom('segments')
      .selectAll()
      .where('camera_id', '=', cameraId)
      .where('start_ms', '<=', at)
      .orderBy('start_ms', 'desc')
      .limit(1)
      .executeTakeFirst();

  const findSegment = (cameraId: string, start: number) =>
    db.selectFrom('segments').selectAll().where('camera_id', '=', cameraId).where('start_ms', '=', start).executeTakeFirst();

  /** Decides which audio is open: a segment starts and ends with its video, and its audio reaches a little further. */
  const openAudio = async (cameraId: string, initHash: string, open: OpenArchive): Promise<(fragment: FragmentSpan) => boolean> => {
    const track = readInitTracks((await readInit(cameraId, initHash)).full).find(({ kind }) => kind === 'audio');
    const msOf = (ticks: number): number => (ticks / (track?.timescale ?? 1)) * 1000;
    return ({ decodeTime, duration }) => isOpenRange(open, { from: msOf(decodeTime), to: msOf(decodeTime + duration) });
  };

  /** Whether a configuration has no audio: its segments are then sent as they are, without a look at their fragments. */
  const isSilent = async (cameraId: string, initHash: string): Promise<boolean> => {
    const init = await readInit(cameraId, initHash).catch(() => null);
    return init !== null && init.silentHash === initHash;
  };

  /** Finds the init section with audio by the hash of the one that viewers without audio know. */
  const findInit = async (cameraId: string, hash: string, withAudio: boolean): Promise<Uint8Array> => {
    if (withAudio) return (await readInit(cameraId, hash)).full;
    const rows = await db.selectFrom('init_sections').select('hash').where('camera_id', '=', cameraId).execute();
    for (const row of rows) {
      const init = await readInit(cameraId, row.hash).catch(() => null);
      if (init?.silentHash === hash) return init.silent;
    }
    // Not in the database: it has no audio, or it is not for this viewer.
    const init = await readInit(cameraId, hash);
    if (init.silentHash === hash) return init.silent;
    throw new AppError('not-found');
  };

  const pictures = createArchivePictures({
    db,
    source,
    freshen,
    decode,
    readInit: async (cameraId, hash) => (await readInit(cameraId, hash)).silent,
  });

  return {
    ...pictures,
    days: async (cameraId, range, open = wholeArchive) => {
      const camera = await db.selectFrom('cameras').select('time_zone').where('id', '=', cameraId).executeTakeFirst();
      if (!camera) throw new AppError('not-found');
      await freshen(cameraId, 0);
      return readDays({ db, source }, cameraId, range, camera.time_zone, open);
    },
    footage: async (cameraId, range) => {
      warmDecoder?.();
      // Read first: segments finished meanwhile are missing when the database is read.
      const running = unfinished(cameraId);
      await freshen(cameraId, range.to);
      return readFootage({ db, clock, source, away, running }, cameraId, range);
    },
    playlist: async (cameraId, { from, to }, withAudio, open = wholeArchive) => {
      await freshen(cameraId, to);
      const first = await segmentAt(cameraId, from);
      const rows = await db
        .selectFrom('segments')
        .select(['start_ms', 'duration_ms', 'init_hash'])
        .where('camera_id', '=', cameraId)
        .where('start_ms', '>=', first && first.start_ms + first.duration_ms > from ? first.start_ms : from)
        .where('start_ms', '<', to)
        .orderBy('start_ms')
        .execute();
      const present = await onlyPresent(source, cameraId, rows.filter(isOpenSegment(open)), onLost);
      if (present.length === 0) throw new AppError('no-footage');
      const segments = [];
      for (const { start_ms, duration_ms, init_hash } of present) {
        const initHash = withAudio ? init_hash : (await readInit(cameraId, init_hash)).silentHash;
        segments.push({ startMs: start_ms, durationMs: duration_ms, initHash });
      }
      return buildVodPlaylist(segments);
    },
    media: async (cameraId, file, withAudio, withInit = false, open = wholeArchive) => {
      const hash = /^init-([0-9a-f]{8,64})\.mp4$/.exec(file)?.[1];
      if (hash !== undefined) return { ...inMemory(await findInit(cameraId, hash, withAudio)), span: null };
      const moment = momentOf(file);
      const at = moment ?? startOf(file);
      if (at === null) throw new AppError('not-found');
      const row = await (moment === null ? findSegment : segmentAt)(cameraId, at);
      if (moment !== null && (!row || moment >= row.start_ms + row.duration_ms)) throw new AppError('not-found');
      const start = row?.start_ms ?? at;
      const isLimited = !isWholeArchive(open);
      // Without its row nothing says where a segment ends. The newest ones are indexed a moment after they are finished.
      if (isLimited && !row) throw new AppError('not-found');
      if (row && !isOpenSegment(open)(row)) throw new AppError('no-archive-access');
      const audio = isLimited && row && withAudio ? await openAudio(cameraId, row.init_hash, open) : withAudio;
      const segment = await segmentFile(
        () => source.open(cameraId, start),
        audio === true || (row && (await isSilent(cameraId, row.init_hash))) ? true : audio,
      );
      const span = { from: start, to: start + (row?.duration_ms ?? 0) };
      if (!withInit && moment === null) return { ...segment, span };
      if (!row) throw new AppError('not-found');
      const { full, silent } = await readInit(cameraId, row.init_hash);
      return { ...joinFiles(inMemory(withAudio ? full : silent), segment), span };
    },
    spanOf: async (cameraId, file) => {
      const start = startOf(file);
      if (start === null) return null;
      const row = await findSegment(cameraId, start);
      // The newest segments are indexed a moment after they are finished.
      return { from: start, to: start + (row?.duration_ms ?? 0) };
    },
  };
}

/** Returns when a segment starts, by its name; null for any other file. */
function startOf(file: string): number | null {
  return instantIn(/^(\d{1,16})\.m4s$/.exec(file));
}

/** Returns the moment whose segment is named; null for any other file. */
function momentOf(file: string): number | null {
  return instantIn(/^at-(\d{1,16})\.m4s$/.exec(file));
}

function instantIn(match: RegExpExecArray | null): number | null {
  const instant = Number(match?.[1] ?? Number.NaN);
  return instant <= 8.64e15 ? instant : null;
}

function isOpenSegment(open: OpenArchive): (segment: Pick<SegmentsTable, 'start_ms' | 'duration_ms'>) => boolean {
  return ({ start_ms: from, duration_ms }) => isOpenRange(open, { from, to: from + duration_ms });
}

function inMemory(bytes: Uint8Array): ArchiveFile {
  return {
    size: bytes.byteLength,
    read: async function* ({ start, end } = { start: 0, end: bytes.byteLength - 1 }) {
      yield bytes.subarray(start, end + 1);
    },
  };
}

function joinFiles(first: ArchiveFile, second: ArchiveFile): ArchiveFile {
  const size = first.size + second.size;
  return {
    size,
    read: async function* ({ start, end } = { start: 0, end: size - 1 }) {
      if (start < first.size) yield* first.read({ start, end: Math.min(end, first.size - 1) });
      if (end >= first.size) yield* second.read({ start: Math.max(0, start - first.size), end: end - first.size });
    },
  };
}

/**
 * Returns a segment for a viewer. Audio and video never share a fragment, so viewers get those that are open to them.
 * @param audio all of it, none, or the fragments that it returns true for
 */
async function segmentFile(open: OpenSegment, audio: boolean | ((fragment: FragmentSpan) => boolean)): Promise<ArchiveFile> {
  const isOpen = typeof audio === 'function' ? audio : () => audio;
  const pieces: Piece[] =
    audio === true
      ? [[0, await sizeOf(open)]]
      : (await readHeads(open).catch(orNotFound))
          .filter((fragment) => fragment.kind === 'video' || isOpen(fragment))
          .map(({ start, end }) => [start, end - start]);
  const size = pieces.reduce((sum, [, length]) => sum + length, 0);
  return { size, read: (range = { start: 0, end: size - 1 }) => readPieces(open, pieces, range) };
}

function orNotFound(error: unknown): never {
  throw isMissing(error) ? new AppError('not-found') : error;
}

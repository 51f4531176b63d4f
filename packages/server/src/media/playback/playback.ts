import { readFile } from 'node:fs/promises';
import type { ArchiveDays, Footage } from '@watchpost/contract/schemas/archive';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hashOf } from '../packaging/init-section.ts';
import { stripAudioFromInit } from '../packaging/strip-audio.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import { createArchivePictures, type ArchivePictures, type DecodePicture } from './archive-pictures.ts';
import type { ByteRange } from './byte-range.ts';
import { isMissing, readPieces, sizeOf, type Piece } from './file-pieces.ts';
import { readDays, readFootage, type Span } from './footage.ts';
import type { Freshen } from './freshen.ts';
import { readHeads } from './segment-heads.ts';
import { buildVodPlaylist } from './vod-playlist.ts';

/**
 * What was recorded. The newest segment is playable as soon as it is finished (at most 6 s, or the camera's distance of
 * key frames); asking for newer footage ends the running segment at its next key frame.
 */
export interface Playback extends ArchivePictures {
  footage(cameraId: string, range: Span): Promise<Footage>;
  /** Days with footage, of the camera's own calendar. @throws {AppError} not-found */
  days(cameraId: string, range: { readonly from: string; readonly to: string }): Promise<ArchiveDays>;
  /** @throws {AppError} no-footage */
  playlist(cameraId: string, range: Span, withAudio: boolean): Promise<string>;
  /** An init section or segment by its name in the playlist. @param withInit a segment begins with its init section @throws {AppError} not-found */
  media(cameraId: string, file: string, withAudio: boolean, withInit?: boolean): Promise<ArchiveFile>;
}

/** A file of a playlist, read as it is sent. */
export interface ArchiveFile {
  /** Bytes. */
  readonly size: number;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

export interface PlaybackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly paths: FootagePaths;
  readonly freshen: Freshen;
  /** JPEG of the first picture of an init section and a fragment; null when nothing here can decode. */
  readonly decode: DecodePicture;
  /** Somebody looks at what was recorded: pictures will be asked for. */
  readonly warmDecoder?: (() => void) | undefined;
}

export function createPlayback({ db, clock, paths, freshen, decode, warmDecoder }: PlaybackDeps): Playback {
  const inits = new Map<string, { full: Uint8Array; silent: Uint8Array; silentHash: string }>();

  const readInit = async (cameraId: string, hash: string) => {
    const key = `${cameraId}/${hash}`;
    const known = inits.get(key);
    if (known) return known;
    const full = await readOrNotFound(paths.init(cameraId, hash));
    const silent = stripAudioFromInit(full);
    const init = { full, silent, silentHash: hashOf(silent) };
    // A camera has a handful of configurations; the bound is for the strangest of them.
    if (inits.size >= 1000) inits.clear();
    inits.set(key, init);
    return init;
  };
  const segmentAt = (cameraId: string, at: number) =>
    db.selectFrom('segments').selectAll().where('camera_id', '=', cameraId).where('start_ms', '<=', at).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();

  /** Init sections that have audio, by the hash that viewers without audio know them by. */
  const findInit = async (cameraId: string, hash: string, withAudio: boolean): Promise<Uint8Array> => {
    if (withAudio) return (await readInit(cameraId, hash)).full;
    const rows = await db.selectFrom('init_sections').select('hash').where('camera_id', '=', cameraId).execute();
    for (const row of rows) {
      const init = await readInit(cameraId, row.hash).catch(() => null);
      if (init?.silentHash === hash) return init.silent;
    }
    // Not noted in the database: it has no audio then, or it is not for this viewer.
    const init = await readInit(cameraId, hash);
    if (init.silentHash === hash) return init.silent;
    throw new AppError('not-found');
  };

  const pictures = createArchivePictures({ db, paths, freshen, decode, readInit: async (cameraId, hash) => (await readInit(cameraId, hash)).silent });

  return {
    ...pictures,
    days: async (cameraId, range) => {
      const camera = await db.selectFrom('cameras').select('time_zone').where('id', '=', cameraId).executeTakeFirst();
      if (!camera) throw new AppError('not-found');
      await freshen(cameraId, 0);
      return readDays({ db }, cameraId, range, camera.time_zone);
    },
    footage: async (cameraId, range) => {
      warmDecoder?.();
      await freshen(cameraId, range.to);
      return readFootage({ db, clock }, cameraId, range);
    },
    playlist: async (cameraId, { from, to }, withAudio) => {
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
      if (rows.length === 0) throw new AppError('no-footage');
      const segments = [];
      for (const { start_ms, duration_ms, init_hash } of rows) {
        const initHash = withAudio ? init_hash : (await readInit(cameraId, init_hash)).silentHash;
        segments.push({ startMs: start_ms, durationMs: duration_ms, initHash });
      }
      return buildVodPlaylist(segments);
    },
    media: async (cameraId, file, withAudio, withInit = false) => {
      const hash = /^init-([0-9a-f]{8,64})\.mp4$/.exec(file)?.[1];
      if (hash !== undefined) return inMemory(await findInit(cameraId, hash, withAudio));
      const start = /^(\d{1,16})\.m4s$/.exec(file)?.[1];
      if (start === undefined || Number(start) > 8.64e15) throw new AppError('not-found');
      const segment = await segmentFile(paths.segment(cameraId, Number(start)), withAudio);
      if (!withInit) return segment;
      const row = await db.selectFrom('segments').select('init_hash').where('camera_id', '=', cameraId).where('start_ms', '=', Number(start)).executeTakeFirst();
      if (!row) throw new AppError('not-found');
      const { full, silent } = await readInit(cameraId, row.init_hash);
      return joinFiles(inMemory(withAudio ? full : silent), segment);
    },
  };
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

/** Audio and video never share a fragment, so who may not hear gets the others. */
async function segmentFile(file: string, withAudio: boolean): Promise<ArchiveFile> {
  const pieces: Piece[] = withAudio ? [[0, await sizeOf(file)]] : (await readHeads(file).catch(orNotFound)).filter(({ kind }) => kind === 'video').map(({ start, end }) => [start, end - start]);
  const size = pieces.reduce((sum, [, length]) => sum + length, 0);
  return { size, read: (range = { start: 0, end: size - 1 }) => readPieces(file, pieces, range) };
}

function orNotFound(error: unknown): never {
  throw isMissing(error) ? new AppError('not-found') : error;
}

async function readOrNotFound(file: string): Promise<Uint8Array> {
  return readFile(file).catch(orNotFound);
}

import { readFile } from 'node:fs/promises';
import type { Footage } from '@watchpost/contract/schemas/archive';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { concatBytes } from '../packaging/boxes.ts';
import { hashOf } from '../packaging/init-section.ts';
import { stripAudioFromInit } from '../packaging/strip-audio.ts';
import { dropAudioFragments, walkSegment } from '../packaging/walk.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import { readFootage, type Span } from './footage.ts';
import type { Freshen } from './freshen.ts';
import { buildVodPlaylist } from './vod-playlist.ts';

/**
 * What was recorded. The newest segment is playable as soon as it is finished (at most 6 s, or the camera's distance of
 * key frames); asking for newer footage ends the running segment at its next key frame.
 */
export interface Playback {
  footage(cameraId: string, range: Span): Promise<Footage>;
  /** @throws {AppError} no-footage */
  playlist(cameraId: string, range: Span, withAudio: boolean): Promise<string>;
  /** An init section or segment by its name in the playlist. @throws {AppError} not-found */
  media(cameraId: string, file: string, withAudio: boolean): Promise<Uint8Array>;
  /** JPEG of the nearest key frame at or before a moment. @throws {AppError} no-footage or unavailable */
  snapshot(cameraId: string, at: number): Promise<Uint8Array>;
}

export interface PlaybackDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly paths: FootagePaths;
  readonly freshen: Freshen;
  /** JPEG of the first picture of an init section and a fragment; null when nothing here can decode. */
  readonly decode: (video: Uint8Array) => Promise<Uint8Array | null>;
}

/** A moment so close after a segment still belongs to it, ms. */
const tolerance = 2000;

export function createPlayback({ db, clock, paths, freshen, decode }: PlaybackDeps): Playback {
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

  return {
    footage: async (cameraId, range) => {
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
    media: async (cameraId, file, withAudio) => {
      const hash = /^init-([0-9a-f]{8,64})\.mp4$/.exec(file)?.[1];
      if (hash !== undefined) return findInit(cameraId, hash, withAudio);
      const start = /^(\d{1,16})\.m4s$/.exec(file)?.[1];
      if (start === undefined || Number(start) > 8.64e15) throw new AppError('not-found');
      const bytes = await readOrNotFound(paths.segment(cameraId, Number(start)));
      return withAudio ? bytes : concatBytes(dropAudioFragments(bytes));
    },
    snapshot: async (cameraId, at) => {
      await freshen(cameraId, at);
      const row = await segmentAt(cameraId, at);
      if (!row || at >= row.start_ms + row.duration_ms + tolerance) throw new AppError('no-footage');
      const bytes = await readOrNotFound(paths.segment(cameraId, row.start_ms));
      const keys = walkSegment(bytes).fragments.filter(({ kind, keyFrame }) => kind === 'video' && keyFrame);
      const key = keys.findLast(({ decodeTime }) => decodeTime / 90 <= at + 1) ?? keys[0];
      if (!key) throw new AppError('no-footage');
      const { silent } = await readInit(cameraId, row.init_hash);
      const picture = await decode(concatBytes([silent, bytes.subarray(key.start, key.end)]));
      if (!picture) throw new AppError('unavailable');
      return picture;
    },
  };
}

async function readOrNotFound(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new AppError('not-found');
    throw error;
  }
}

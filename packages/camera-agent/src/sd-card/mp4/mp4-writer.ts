import type { FrameTracks } from '../../link/kept-frames.ts';
import type { Frame } from '../../sources/frame-source.ts';
import { box, mediaHeaderBytes, u32 } from './mp4-boxes.ts';
import { fragment, type FragmentRun } from './mp4-fragment.ts';
import { movieTracks } from './mp4-movie-tracks.ts';
import { fragmentedMovie } from './mp4-movie.ts';

/** Makes a recording of frames, piece by piece; each piece is whole, so that a power cut takes the last one at most. */
export interface Mp4Writer {
  /** What the file begins with. */
  readonly head: Buffer;
  /** @returns the next piece, when there is enough for one */
  add(frame: Frame): Buffer | null;
  /** The last piece; null when nothing is left. */
  end(): Buffer | null;
}

interface Waiting {
  readonly frame: Frame;
  /** Ticks from the beginning of the movie. */
  readonly ticks: number;
}

/** Seconds of a piece: what a power cut may take. */
const pieceLength = 2;

/**
 * @param startAt Unix ms of the first frame
 * @param base its decode time, s; frames before it are left out
 */
export function createMp4Writer(tracks: FrameTracks, startAt: number, base: number): Mp4Writer {
  const movie = movieTracks(tracks);
  const waiting = new Map(movie.map(({ kind }) => [kind, [] as Waiting[]]));
  let sequence = 0;
  let pieceFrom = base;

  /** How long a frame is shown is known with the next one: until then the newest stays. */
  const take = (isLast: boolean): Buffer | null => {
    const runs = movie.flatMap(({ id, kind, timescale }): FragmentRun[] => {
      const all = waiting.get(kind) ?? [];
      const ready = isLast ? all : all.slice(0, -1);
      const [first] = ready;
      if (!first) return [];
      waiting.set(kind, all.slice(ready.length));
      const samples = ready.map(({ frame, ticks }, index) => ({
        duration: Math.max(1, (all[index + 1]?.ticks ?? ticks + Math.round(frame.duration * timescale)) - ticks),
        compositionOffset: Math.round(frame.compositionOffset * timescale),
        isKey: frame.keyFrame,
        data: frame.data,
      }));
      return [{ trackId: id, decodeTime: first.ticks, samples }];
    });
    return runs.length === 0 ? null : fragment((sequence += 1), runs);
  };

  return {
    // The free space becomes the header of one mdat around all pieces when the recording is finished.
    head: Buffer.concat([box('ftyp', Buffer.from('isom', 'latin1'), u32(512), Buffer.from('isomiso5iso6avc1mp41', 'latin1')), box('free', Buffer.alloc(mediaHeaderBytes - 8)), fragmentedMovie(movie, startAt)]),
    add: (frame) => {
      const track = movie.find(({ kind }) => kind === frame.kind);
      const ticks = track && Math.round((frame.decodeTime - base) * track.timescale);
      const last = waiting.get(frame.kind)?.at(-1);
      if (ticks === undefined || ticks < 0 || (last && ticks <= last.ticks)) return null;
      waiting.get(frame.kind)?.push({ frame, ticks });
      if (frame.kind !== 'video' || frame.decodeTime - pieceFrom < pieceLength) return null;
      pieceFrom = frame.decodeTime;
      return take(false);
    },
    end: () => take(true),
  };
}

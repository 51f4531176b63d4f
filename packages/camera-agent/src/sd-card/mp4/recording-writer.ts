import {
  audioTrackId,
  box,
  mediaHeaderBytes,
  videoTrackId,
  writeFileType,
  writeFragment,
  writeFragmentedMovie,
  type FragmentRun,
} from '@watchpost/mp4';
import type { FrameTracks } from '../../link/kept-frames.ts';
import type { Frame } from '../../sources/frame-source.ts';
import { movieTracks } from './movie-tracks.ts';

/** Turns frames into a recording, fragment by fragment. Each fragment is complete, so that a power cut loses at most the last one. */
export interface RecordingWriter {
  /** The start of the file. */
  readonly head: Buffer;
  /** @returns the next fragment, when enough frames have arrived */
  add(frame: Frame): Uint8Array | null;
  /** Returns the last fragment; null when nothing is left. */
  end(): Uint8Array | null;
}

interface PendingFrame {
  readonly frame: Frame;
  /** Ticks since the recording's start. */
  readonly ticks: number;
}

/** Length of a fragment: how much a power cut may lose. */
const pieceSeconds = 2;

/**
 * @param startAt Unix ms of the first frame
 * @param base decode time of that frame, s; earlier frames are dropped
 */
export function createRecordingWriter(tracks: FrameTracks, startAt: number, base: number): RecordingWriter {
  const movie = movieTracks(tracks);
  const pending = new Map(movie.map(({ kind }) => [kind, [] as PendingFrame[]]));
  let sequence = 0;
  let pieceFrom = base;

  /** A frame's duration is known when the next one arrives: the newest waits until then. */
  const take = (isLast: boolean): Uint8Array | null => {
    const runs = movie.flatMap(({ kind, timescale }): FragmentRun[] => {
      const all = pending.get(kind) ?? [];
      const ready = isLast ? all : all.slice(0, -1);
      if (ready.length === 0) return [];
      pending.set(kind, all.slice(ready.length));
      const samples = ready.map(({ frame, ticks }, index) => ({
        decodeTime: ticks,
        duration: Math.max(1, (all[index + 1]?.ticks ?? ticks + Math.round(frame.duration * timescale)) - ticks),
        compositionOffset: Math.round(frame.compositionOffset * timescale),
        keyFrame: frame.keyFrame,
        data: frame.data,
      }));
      return [{ trackId: kind === 'video' ? videoTrackId : audioTrackId, samples }];
    });
    return runs.length === 0 ? null : writeFragment((sequence += 1), runs);
  };

  return {
    // The free space becomes the header of one mdat around all fragments when the recording is sealed.
    head: Buffer.concat([
      writeFileType('isom', ['isom', 'iso5', 'iso6', 'avc1', 'mp41']),
      box('free', new Uint8Array(mediaHeaderBytes - 8)),
      writeFragmentedMovie(movie, startAt),
    ]),
    add: (frame) => {
      const track = movie.find(({ kind }) => kind === frame.kind);
      const ticks = track && Math.round((frame.decodeTime - base) * track.timescale);
      const last = pending.get(frame.kind)?.at(-1);
      if (ticks === undefined || ticks < 0 || (last && ticks <= last.ticks)) return null;
      pending.get(frame.kind)?.push({ frame, ticks });
      if (frame.kind !== 'video' || frame.decodeTime - pieceFrom < pieceSeconds) return null;
      pieceFrom = frame.decodeTime;
      return take(false);
    },
    end: () => take(true),
  };
}

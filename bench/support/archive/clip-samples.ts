import { readFileSync } from 'node:fs';
import { createParameterSets } from '../../../packages/server/src/media/ingest/codecs/h264-parameter-sets.ts';
import { toAvccSample } from '../../../packages/server/src/media/ingest/codecs/h264-depacketiser.ts';
import { videoTimescale, type Sample, type Tracks } from '../../../packages/server/src/media/media-types.ts';
import { nalTypes, splitNalUnits, toAccessUnits, unitType } from '../../../e2e/rig/annex-b.ts';
import type { Clip } from './clip.ts';

/** A clip as a source would pass it to the server. */
export interface ClipSamples {
  readonly tracks: Tracks;
  /** Yields the clip once, starting with a first frame at `startMs` (Unix ms). */
  from(startMs: number): Sample[];
}

export function readClipSamples(clip: Clip): ClipSamples {
  const units = splitNalUnits(readFileSync(clip.file));
  const parameters = createParameterSets();
  for (const unit of units) parameters.add(unit);
  const video = parameters.current()?.track;
  if (!video) throw new Error(`${clip.file} is no H.264 that the server understands.`);
  const duration = videoTimescale / clip.framesPerSecond;
  const frames = toAccessUnits(units).map((picture) => ({
    keyFrame: picture.some((unit) => unitType(unit) === nalTypes.keySlice),
    data: toAvccSample(picture),
  }));
  return {
    tracks: { video, audio: null },
    from: (startMs) => {
      const start = (startMs * videoTimescale) / 1000;
      return frames.map((frame, index) => ({
        kind: 'video',
        ...frame,
        decodeTime: Math.round(start + index * duration),
        duration,
        compositionOffset: 0,
      }));
    },
  };
}

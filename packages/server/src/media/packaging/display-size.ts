import { readParameterSets } from '@watchpost/mp4';
import { parseSps } from '../ingest/codecs/h264-sps.ts';
import { parseH265Sps } from '../ingest/codecs/h265-sps.ts';
import { ParseError } from '../ingest/codecs/parse-error.ts';
import { aspectRatio, squarePixels, squareSize, type PixelAspect } from '../ingest/codecs/pixel-aspect.ts';
import { isHevc, type VideoTrack } from '../media-types.ts';

const known = new WeakMap<VideoTrack, PixelAspect>();

/** Reads the pixel aspect ratio from a track's decoder configuration, whatever its sender claims. */
export function pixelAspectOf(track: VideoTrack): PixelAspect {
  const aspect = known.get(track) ?? readAspect(track);
  known.set(track, aspect);
  return aspect;
}

export function hasSquarePixels(track: VideoTrack): boolean {
  return pixelAspectOf(track) === squarePixels;
}

/** Returns the size at which a track is displayed, in square pixels. */
export function displaySizeOf(track: VideoTrack): { readonly width: number; readonly height: number } {
  const { horizontal, vertical } = pixelAspectOf(track);
  const { width, height } = squareSize(track.width, track.height, aspectRatio(horizontal, vertical));
  return { width: Math.round(width), height: Math.round(height) };
}

function readAspect(track: VideoTrack): PixelAspect {
  const isH265 = isHevc(track);
  const sps = readParameterSets(track.codec, track.configuration).find(([header = 0]) =>
    isH265 ? header >> 1 === 33 : (header & 0x1f) === 7,
  );
  if (!sps) return squarePixels;
  try {
    return (isH265 ? parseH265Sps(sps) : parseSps(sps)).pixelAspect;
  } catch (error) {
    if (error instanceof ParseError) return squarePixels;
    throw error;
  }
}

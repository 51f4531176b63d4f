import { concatBytes, writeFileType, writeMediaHeader, writeMovie, type CompleteTrack } from '@watchpost/mp4';
import type { ClipLayout, ClipTrack } from './clip-layout.ts';

/**
 * Builds everything of a clip before its media: ftyp, moov and the header of mdat. A clip is a plain MP4 rather than a fragmented
 * one, because editors, messengers and phones can seek in it without reading the whole file.
 * @param createdAt Unix ms of the clip's first picture, which becomes the file's creation time
 */
export function buildClipHeader(layout: ClipLayout, createdAt: number): Uint8Array {
  const fileType = writeFileType('isom', ['isom', 'iso2', 'avc1', 'mp41']);
  const mediaHeader = writeMediaHeader(layout.mediaSize);
  const movieAt = (mediaStart: number): Uint8Array =>
    writeMovie(
      layout.tracks.map((track) => movieTrack(track, mediaStart)),
      createdAt,
    );
  // The tables hold absolute offsets, whose width does not depend on their values: the first build measures the length.
  const headerBytes = fileType.byteLength + movieAt(0).byteLength + mediaHeader.byteLength;
  return concatBytes([fileType, movieAt(headerBytes), mediaHeader]);
}

function movieTrack(track: ClipTrack, mediaStart: number): CompleteTrack {
  const { times, end, skip, chunks } = track;
  return {
    ...track,
    samples: {
      ...track,
      durations: times.map((time, index) => (times[index + 1] ?? end) - time),
      chunks: chunks.map((chunk) => ({ ...chunk, offset: mediaStart + chunk.offset })),
    },
    // An edit list hides samples that are decoded but not shown, or delays a track that starts late.
    edits:
      skip >= 0
        ? [{ duration: end - skip, mediaTime: skip }]
        : [
            { duration: -skip, mediaTime: null },
            { duration: end, mediaTime: 0 },
          ],
  };
}

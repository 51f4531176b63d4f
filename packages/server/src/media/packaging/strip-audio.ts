import { concatBytes, filterTracks, videoTrackId, walkBoxes } from '@watchpost/mp4';

/** Removes the audio track from an init section of ours, for viewers without access to audio. */
export function stripAudioFromInit(init: Uint8Array): Uint8Array {
  return concatBytes(
    [...walkBoxes(init)].map((span) =>
      span.type === 'moov' ? filterTracks(init, span, (trackId) => trackId === videoTrackId) : init.subarray(span.start, span.end),
    ),
  );
}

export { Mp4Error } from './mp4-error.ts';
export { findBox, requireBox, walkBoxes, type BoxSpan } from './boxes/box-reader.ts';
export { ascii, box, concatBytes, type BoxContent } from './boxes/box-writer.ts';
export { readMoof, type MoofContext, type ReadRun, type SampleSpan } from './fragments/fragment-reader.ts';
export { writeFragment, type FragmentRun, type FragmentSample } from './fragments/fragment-writer.ts';
export { createFragmentStreamReader, type StreamPart, type StreamSample } from './fragments/stream-reader.ts';
export { filterTracks } from './movies/movie-filter.ts';
export {
  audioTrackId,
  mediaHeaderBytes,
  movieTimescale,
  videoTrackId,
  writeFileType,
  writeFragmentedMovie,
  writeMediaHeader,
  writeMovie,
  type CompleteTrack,
  type Edit,
  type MovieTrack,
} from './movies/movie-writer.ts';
export { readChunks, type ChunkSpan } from './movies/sample-table-reader.ts';
export type { SampleChunk, SampleTable } from './movies/sample-table-writer.ts';
export { h264Codec, readParameterSets } from './tracks/parameter-sets.ts';
export {
  writeAudioSampleEntry,
  writeVideoSampleEntry,
  type AudioSampleEntry,
  type VideoSampleEntry,
} from './tracks/sample-entry-writer.ts';
export { readSampleEntry, readTracks, type Mp4Track, type SampleDefaults, type SampleEntry } from './tracks/track-reader.ts';

import { writeAudioSampleEntry, writeVideoSampleEntry, type MovieTrack } from '@watchpost/mp4';
import type { FrameTracks } from '../../link/kept-frames.ts';

/** Ticks per second. Divides the usual frame rates and the clocks of cameras evenly. */
const videoTimescale = 90_000;

/** Describes the tracks of a recording. */
export function movieTracks({ video, audio }: FrameTracks): MovieTrack[] {
  const { width, height } = video;
  const videoEntry = writeVideoSampleEntry({ type: 'avc1', width, height, configuration: Buffer.from(video.configuration, 'base64') });
  const tracks: MovieTrack[] = [{ kind: 'video', timescale: videoTimescale, width, height, sampleEntries: [videoEntry] }];
  if (!audio) return tracks;
  const { channels, sampleRate } = audio;
  const audioEntry = writeAudioSampleEntry({
    type: 'mp4a',
    channels,
    sampleRate,
    configuration: Buffer.from(audio.configuration, 'base64'),
  });
  return [...tracks, { kind: 'audio', timescale: sampleRate, width: 0, height: 0, sampleEntries: [audioEntry] }];
}

import { createHash } from 'node:crypto';
import {
  concatBytes,
  readTracks,
  requireBox,
  writeAudioSampleEntry,
  writeFileType,
  writeFragmentedMovie,
  writeVideoSampleEntry,
  type MovieTrack,
  type Mp4Track,
} from '@watchpost/mp4';
import { isHevc, videoTimescale, type AudioTrack, type Tracks, type VideoTrack } from '../media-types.ts';
import { displaySizeOf, hasSquarePixels, pixelAspectOf } from './display-size.ts';

/** The bytes that a player needs before the first fragment, ftyp and moov; the same for live and recorded video. */
export interface InitSection {
  readonly bytes: Uint8Array;
  /** First 16 hexadecimal digits of its SHA-256; its name in playlists and on disk. */
  readonly hash: string;
  /** For example `video/mp4; codecs="avc1.4d401f, mp4a.40.2"`. */
  readonly mimeType: string;
}

const sections = new WeakMap<Tracks, InitSection>();
const videoOnly = new WeakMap<Tracks, Tracks>();

/** Returns the init section of tracks, built once however many viewers ask. */
export function initSectionOf(tracks: Tracks): InitSection {
  const section = sections.get(tracks) ?? describeInit(buildInit(tracks), tracks);
  sections.set(tracks, section);
  return section;
}

/** Returns the same tracks for a viewer who does not want or may not hear audio. */
export function withoutAudio(tracks: Tracks): Tracks {
  if (!tracks.audio) return tracks;
  const result = videoOnly.get(tracks) ?? { ...tracks, audio: null, isAudioLeftOut: true };
  videoOnly.set(tracks, result);
  return result;
}

/**
 * Reads the tracks of an init section.
 * @throws {Mp4Error} when the bytes don't begin with an init section
 */
export function readInitTracks(init: Uint8Array): Mp4Track[] {
  return readTracks(init, requireBox(init, { content: 0, end: init.byteLength }, 'moov'));
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

function describeInit(bytes: Uint8Array, { video, audio }: Tracks): InitSection {
  return { bytes, hash: hashOf(bytes), mimeType: `video/mp4; codecs="${video.codec}${audio ? `, ${audio.codec}` : ''}"` };
}

function buildInit({ video, audio }: Tracks): Uint8Array {
  const tracks = [videoTrack(video), ...(audio ? [audioTrack(audio)] : [])];
  // The creation time is omitted, so that the same tracks have the same hash.
  return concatBytes([writeFileType('iso5', ['iso5', 'iso6', 'mp41']), writeFragmentedMovie(tracks, null)]);
}

function videoTrack(video: VideoTrack): MovieTrack {
  const { width, height, configuration } = video;
  const sampleEntry = writeVideoSampleEntry({
    type: isHevc(video) ? 'hvc1' : 'avc1',
    width,
    height,
    configuration,
    pixelAspect: hasSquarePixels(video) ? undefined : pixelAspectOf(video),
  });
  return { kind: 'video', timescale: videoTimescale, ...displaySizeOf(video), sampleEntries: [sampleEntry] };
}

function audioTrack({ codec, channels, sampleRate, configuration }: AudioTrack): MovieTrack {
  const sampleEntry = writeAudioSampleEntry({ type: codec === 'opus' ? 'Opus' : 'mp4a', channels, sampleRate, configuration });
  return { kind: 'audio', timescale: sampleRate, width: 0, height: 0, sampleEntries: [sampleEntry] };
}

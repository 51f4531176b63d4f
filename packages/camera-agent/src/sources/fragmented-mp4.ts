import {
  createFragmentStreamReader,
  h264Codec,
  Mp4Error,
  readSampleEntry,
  type Mp4Track,
  type SampleEntry,
  type StreamSample,
} from '@watchpost/mp4';
import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Frame } from './frame-source.ts';

/** The frames and tracks that a chunk completes. */
export type Mp4Part =
  | { readonly kind: 'tracks'; readonly video: AgentVideoTrack; readonly audio: AgentAudioTrack | null }
  | { readonly kind: 'frame'; readonly frame: Frame };

/** Parses a fragmented MP4 as it arrives. */
export interface FragmentedMp4Reader {
  /** @throws {Mp4Error} when the data is not a fragmented MP4, or has no H.264 video */
  push(chunk: Buffer): Mp4Part[];
}

export function createFragmentedMp4Reader(): FragmentedMp4Reader {
  const read = createFragmentStreamReader();
  /** Ids of the supported tracks. */
  let selected: readonly number[] = [];

  const select = (tracks: readonly Mp4Track[]): Mp4Part => {
    const video = tracks.find(({ kind }) => kind === 'video');
    if (!video) throw new Mp4Error('There is no video in it.');
    const audio = tracks
      .filter(({ kind }) => kind === 'audio')
      .flatMap((track) => {
        const described = describeAudio(readSampleEntry(track));
        return described ? [{ id: track.id, described }] : [];
      })
      .at(0);
    selected = [video.id, ...(audio ? [audio.id] : [])];
    return { kind: 'tracks', video: describeVideo(readSampleEntry(video)), audio: audio?.described ?? null };
  };

  return {
    push: (chunk) => {
      const { tracks, samples } = read(chunk);
      const parts = tracks ? [select(tracks)] : [];
      for (const sample of samples) if (selected.includes(sample.track.id)) parts.push({ kind: 'frame', frame: toFrame(sample) });
      return parts;
    },
  };
}

function toFrame({ track, ...sample }: StreamSample): Frame {
  return { kind: track.kind, ...sample };
}

function describeVideo(entry: SampleEntry): AgentVideoTrack {
  const { type, configuration } = entry;
  if (entry.kind !== 'video' || (type !== 'avc1' && type !== 'avc3') || !configuration)
    throw new Mp4Error(
      `The video is ${type === 'hvc1' || type === 'hev1' ? 'H.265' : type}; an agent sends H.264 only. Choose H.264 in the camera's settings.`,
    );
  return {
    kind: 'video',
    codec: h264Codec(configuration),
    width: entry.width,
    height: entry.height,
    configuration: Buffer.from(configuration).toString('base64'),
  };
}

/** Null for any codec but AAC. */
function describeAudio(entry: SampleEntry): AgentAudioTrack | null {
  const { type, configuration } = entry;
  if (entry.kind !== 'audio' || type !== 'mp4a' || !configuration) return null;
  const objectType = (configuration[0] ?? 0) >> 3;
  return {
    kind: 'audio',
    codec: `mp4a.40.${objectType}`,
    sampleRate: entry.sampleRate,
    channels: entry.channels,
    configuration: Buffer.from(configuration).toString('base64'),
  };
}

import type { AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import type { AudioTrack, Sample } from '../media-types.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { createAacOrder } from './aac-order.ts';
import { aacTrack, parseAudioConfig } from './codecs/aac-depacketiser.ts';
import { ParseError } from './codecs/parse-error.ts';

/** An agent's audio in the form in which it is distributed. */
export interface PushSound {
  readonly track: AudioTrack;
  /** Transcodes G.711 to AAC; null when the samples are already AAC. */
  readonly encode: ((time: number, base: number, data: Uint8Array) => void) | null;
  stop(): void;
}

/**
 * Passes AAC through and transcodes G.711 to AAC, because not every phone's browser can encode AAC.
 * @returns null for audio that can't be played: the stream then has video only
 */
export function openPushSound(
  audio: AgentAudioTrack,
  sound: SoundTranscoder | undefined,
  onSample: (sample: Sample) => void,
): PushSound | null {
  if (audio.codec !== 'pcmu') {
    const track = readTrack(audio);
    return track && { track, encode: null, stop: () => undefined };
  }
  const { sampleRate, channels } = audio;
  const track = aacTrack(sampleRate, channels);
  // The base of the newest input: the encoder's output comes later.
  let newestBase = 0;
  const give = createAacOrder(onSample);
  const encoder =
    track &&
    sound?.open(
      { codec: { name: 'pcmu' }, sampleRate, channels },
      (time, data) => void give(Math.round(time + newestBase * sampleRate), data),
    );
  if (!track || !encoder) return null;
  return {
    track,
    encode: (time, base, data) => {
      newestBase = base;
      encoder.push(Math.round(time * sampleRate), data);
    },
    stop: () => encoder.close(),
  };
}

function readTrack({ configuration }: AgentAudioTrack): AudioTrack | null {
  try {
    // Decoders read the configuration, so it decides, not the fields beside it.
    return parseAudioConfig(new Uint8Array(Buffer.from(configuration, 'base64')));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

import type { AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import type { AudioTrack, Sample } from '../media-types.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { createAacOrder } from './aac-order.ts';
import { aacTrack, parseAudioConfig } from './codecs/aac-depacketiser.ts';
import { ParseError } from './codecs/parse-error.ts';

/** The sound of an agent as it is passed on. */
export interface PushSound {
  readonly track: AudioTrack;
  /** G.711, of which AAC is made; null when the samples are AAC as they come. */
  readonly encode: ((time: number, base: number, data: Uint8Array) => void) | null;
  stop(): void;
}

/** AAC as it is, G.711 as AAC: browsers on phones encode no AAC everywhere. Null for sound that can't be played: then the picture goes without. */
export function openPushSound(audio: AgentAudioTrack, sound: SoundTranscoder | undefined, onSample: (sample: Sample) => void): PushSound | null {
  if (audio.codec !== 'pcmu') {
    const track = readTrack(audio);
    return track && { track, encode: null, stop: () => undefined };
  }
  const { sampleRate, channels } = audio;
  const track = aacTrack(sampleRate, channels);
  // Of the newest piece: what is encoded comes later than what it was made of was heard.
  let newestBase = 0;
  const give = createAacOrder(onSample);
  const encoder = track && sound?.open({ law: 'u', sampleRate, channels }, (time, data) => void give(Math.round(time + newestBase * sampleRate), data));
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
    // What the decoder will read counts, not what was written beside it.
    return parseAudioConfig(new Uint8Array(Buffer.from(configuration, 'base64')));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

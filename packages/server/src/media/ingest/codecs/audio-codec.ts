import type { AudioTrack } from '../../media-types.ts';
import type { SoundFormat } from '../../transcode/sound-transcoder.ts';
import type { SoundCodec } from '../../transcode/transcode-messages.ts';
import type { RtpPacket } from '../rtsp/rtp.ts';
import type { SdpMedia } from '../rtsp/sdp.ts';
import { aacFrameSamples, aacTrack, audioTrackOf, createAacReader } from './aac-depacketiser.ts';
import { createLatmReader, latmTrackOf } from './latm-depacketiser.ts';
import { opusTrackOf, readOpusFrames } from './opus-depacketiser.ts';

/** An encoded audio frame; `duration` in samples. */
interface AudioFrame {
  readonly data: Uint8Array;
  readonly duration: number;
}

/** Audio that browsers play without transcoding. */
export interface PassedAudio {
  readonly track: AudioTrack;
  readFrames(packet: RtpPacket): AudioFrame[];
}

/** Returns the audio of an SDP section that is passed through; null when browsers can't play it, or only as AAC. */
export function passedAudioOf(media: SdpMedia): PassedAudio | null {
  const generic = audioTrackOf(media);
  const aac = generic ?? latmTrackOf(media);
  if (aac) {
    const readFrames = generic ? createAacReader(media) : createLatmReader();
    return { track: aac, readFrames: (packet) => readFrames(packet).map((data) => ({ data, duration: aacFrameSamples })) };
  }
  const opus = opusTrackOf(media);
  return opus && { track: opus, readFrames: readOpusFrames };
}

/**
 * SDP encodings that are transcoded to AAC. G.726 packs its bits in the opposite order when its name begins with AAL2 (RFC 3551,
 * section 4.5.4).
 */
const encoded: Readonly<Record<string, SoundCodec>> = {
  PCMA: { name: 'pcma' },
  PCMU: { name: 'pcmu' },
  L16: { name: 'l16' },
  ...Object.fromEntries(
    ([2, 3, 4, 5] as const).flatMap(
      (bits) =>
        [
          [`G726-${bits * 8}`, { name: 'g726', bits }],
          [`AAL2-G726-${bits * 8}`, { name: 'g726-aal2', bits }],
        ] as const,
    ),
  ),
};

/** Returns the format that is transcoded to AAC; null when the server can't decode it. */
export function encodedAudioOf({ kind, encoding, clockRate, channels }: SdpMedia): SoundFormat | null {
  const codec = kind === 'audio' ? encoded[encoding] : undefined;
  if (!codec || aacTrack(clockRate, channels) === null || (codec.name.startsWith('g726') && channels !== 1)) return null;
  return { codec, sampleRate: clockRate, channels };
}

export function isPlayableAudio(media: SdpMedia): boolean {
  return passedAudioOf(media) !== null || encodedAudioOf(media) !== null;
}

const names: Readonly<Record<string, string>> = {
  MPA: 'MP2',
  'MP4A-LATM': 'AAC (LATM)',
  'MPEG4-GENERIC': 'AAC',
  G723: 'G.723',
  G722: 'G.722',
  G729: 'G.729',
  L16: 'PCM',
};

/** Returns the common name of an SDP section's audio codec. */
export function audioName({ encoding }: SdpMedia): string {
  return names[encoding] ?? encoding;
}

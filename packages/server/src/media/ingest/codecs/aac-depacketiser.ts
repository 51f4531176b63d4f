import type { AudioTrack } from '../../media-types.ts';
import { createBitReader } from './bit-reader.ts';
import { ParseError } from './parse-error.ts';
import type { RtpPacket } from '../rtsp/rtp.ts';
import type { SdpMedia } from '../rtsp/sdp.ts';

/** Samples per AAC-LC frame. */
export const aacFrameSamples = 1024;
const sampleRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
 * @throws {ParseError}
 */
export function parseAudioConfig(configuration: Uint8Array): AudioTrack {
  const reader = createBitReader(configuration);
  const type = reader.bits(5);
  if (type === 0 || type === 31) throw new ParseError('This kind of AAC is not known.');
  const index = reader.bits(4);
  const sampleRate = index === 15 ? reader.bits(24) : sampleRates[index];
  const channels = reader.bits(4);
  if (sampleRate === undefined || sampleRate < 7000 || sampleRate > 96_000 || channels < 1 || channels > 8)
    throw new ParseError('The AAC configuration is out of range.');
  return { kind: 'audio', codec: `mp4a.40.${type}`, sampleRate, channels, configuration };
}

/** Describes the AAC-LC track that other audio is transcoded to; null for a sample rate that AAC does not have. */
export function aacTrack(sampleRate: number, channels: number): AudioTrack | null {
  const index = sampleRates.indexOf(sampleRate);
  if (index < 0 || channels < 1 || channels > 2) return null;
  const bits = (2 << 11) | (index << 7) | (channels << 3);
  return { kind: 'audio', codec: 'mp4a.40.2', sampleRate, channels, configuration: Uint8Array.of(bits >> 8, bits & 255) };
}

/**
 * Reads the track of an SDP's MPEG4-GENERIC section in the mode that cameras use; null for any other, which leaves the stream
 * without audio.
 */
export function audioTrackOf(media: SdpMedia): AudioTrack | null {
  const { parameters } = media;
  if (media.kind !== 'audio' || media.encoding !== 'MPEG4-GENERIC' || parameters.get('mode')?.toLowerCase() !== 'aac-hbr') return null;
  const sizes = [parameters.get('sizelength') ?? '13', parameters.get('indexlength') ?? '3', parameters.get('indexdeltalength') ?? '3'];
  const hex = parameters.get('config') ?? '';
  if (sizes.join() !== '13,3,3' || !/^([\da-f]{2}){2,64}$/i.test(hex)) return null;
  try {
    return parseAudioConfig(new Uint8Array(Buffer.from(hex, 'hex')));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

/**
 * Copies the AAC frames out of a packet (RFC 3640, AAC-hbr). Skips frames that are split over packets, which does not happen at
 * camera bit rates.
 */
export function readAacFrames({ payload }: RtpPacket): Uint8Array[] {
  if (payload.length < 4) return [];
  const headerBytes = Math.ceil(payload.readUInt16BE(0) / 8);
  const count = Math.min(headerBytes / 2, 64);
  const frames: Uint8Array[] = [];
  let at = 2 + headerBytes;
  for (let index = 0; index + 1 <= count && 4 + index * 2 <= payload.length; index += 1) {
    const size = payload.readUInt16BE(2 + index * 2) >> 3;
    if (size === 0 || at + size > payload.length) break;
    frames.push(Uint8Array.from(payload.subarray(at, at + size)));
    at += size;
  }
  return frames;
}

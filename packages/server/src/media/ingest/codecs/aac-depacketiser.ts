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
 * Reads the track of an SDP's MPEG4-GENERIC section; null for one that can't be played, which leaves the stream without audio. A missing
 * or broken configuration follows from the rate and the channels: that is AAC-LC.
 */
export function audioTrackOf({ kind, encoding, parameters, clockRate, channels }: SdpMedia): AudioTrack | null {
  if (kind !== 'audio' || encoding !== 'MPEG4-GENERIC' || /^celp/i.test(parameters.get('mode') ?? '')) return null;
  const hex = parameters.get('config') ?? '';
  if (!/^([\da-f]{2}){2,64}$/i.test(hex)) return aacTrack(clockRate, channels);
  try {
    return parseAudioConfig(new Uint8Array(Buffer.from(hex, 'hex')));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

/** Bits of an AU header (RFC 3640, 3.2.1). */
interface Layout {
  readonly size: number;
  readonly index: number;
  readonly indexDelta: number;
}

const highBitRate: Layout = { size: 13, index: 3, indexDelta: 3 };
const commonLayouts: readonly Layout[] = [highBitRate, { size: 13, index: 0, indexDelta: 0 }, { size: 6, index: 2, indexDelta: 2 }];
const maxFrames = 64;

/**
 * Creates a reader of the AAC frames in packets. What a section says about its headers is often wrong: the layout that fits the packet
 * counts. Frames that are split over packets are skipped, which does not happen at camera bit rates.
 */
export function createAacReader({ parameters }: Pick<SdpMedia, 'parameters'>): (packet: Pick<RtpPacket, 'payload'>) => Uint8Array[] {
  const bitsOf = (name: string, missing: number): number =>
    /^\d{1,2}$/.test(parameters.get(name) ?? '') ? Number(parameters.get(name)) : missing;
  const declared = { size: bitsOf('sizelength', 13), index: bitsOf('indexlength', 3), indexDelta: bitsOf('indexdeltalength', 3) };
  const layouts = [declared, ...commonLayouts].filter(
    ({ size, index, indexDelta }) => size > 0 && size <= 16 && index <= 16 && indexDelta <= 16,
  );
  return ({ payload }) => {
    const frames = readAdts(payload) ?? readUnits(payload, layouts);
    return frames.map((frame) => Uint8Array.from(readAdts(frame)?.[0] ?? frame));
  };
}

/** Reads the frames behind their AU headers; none when no layout fits. */
function readUnits(payload: Buffer, layouts: readonly Layout[]): Buffer[] {
  if (payload.length < 4) return [];
  const bits = payload.readUInt16BE(0);
  const start = 2 + Math.ceil(bits / 8);
  if (bits === 0 || start >= payload.length) return [];
  const found = layouts.map((layout) => readSizes(payload.subarray(2, start), bits, layout));
  const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
  // Some cameras pad their packets; without a perfect fit, only what is described is trusted.
  const [described = []] = found;
  const sizes = found.find((one) => sumOf(one) === payload.length - start) ?? (sumOf(described) <= payload.length - start ? described : []);
  let at = start;
  return sizes.map((size) => payload.subarray(at, (at += size)));
}

function readSizes(headers: Buffer, bits: number, { size, index, indexDelta }: Layout): number[] {
  const sizes: number[] = [];
  let at = 0;
  const read = (count: number): number => {
    let value = 0;
    for (const end = at + count; at < end; at += 1) value = (value << 1) | (((headers[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  while (at + size <= bits && sizes.length < maxFrames) {
    const length = read(size);
    if (length === 0) break;
    sizes.push(length);
    read(sizes.length === 1 ? index : indexDelta);
  }
  return sizes;
}

/** Reads the frames of a file's headers (ISO/IEC 13818-7, 6.2), which some cameras send over RTP, too; null for other data. */
function readAdts(data: Buffer): Buffer[] | null {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < data.length && frames.length < maxFrames) {
    if (at + 7 > data.length || data[at] !== 0xff || ((data[at + 1] ?? 0) & 0xf6) !== 0xf0) return null;
    const header = ((data[at + 1] ?? 0) & 1) === 1 ? 7 : 9;
    const length = (((data[at + 3] ?? 0) & 3) << 11) | ((data[at + 4] ?? 0) << 3) | ((data[at + 5] ?? 0) >> 5);
    if (length <= header || at + length > data.length) return null;
    frames.push(data.subarray(at + header, at + length));
    at += length;
  }
  return frames.length > 0 ? frames : null;
}

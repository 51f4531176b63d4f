import type { AudioTrack } from '../../media-types.ts';
import { aacTrack, parseAudioConfig } from './aac-depacketiser.ts';
import { createBitReader } from './bit-reader.ts';
import { ParseError } from './parse-error.ts';
import type { RtpPacket } from '../rtsp/rtp.ts';
import type { SdpMedia } from '../rtsp/sdp.ts';

/** Bits of a StreamMuxConfig (ISO/IEC 14496-3, 1.7.3.1) before its track: the version, the number of frames, of programs and of layers. */
const muxBits = 15;
/** Of these, the version, and all but the first program and layer. */
const otherMux = 0x407f;
/** Bits of an AudioSpecificConfig of AAC-LC, and the last of them: frames of other than 1024 samples, and extensions. */
const configurationBits = 16;
const otherFrames = 7;

/**
 * Reads the track of an SDP's MP4A-LATM section (RFC 6416); null for one that can't be played: other AAC than LC, or a configuration among
 * the frames. A missing or broken configuration follows from the rate and the channels.
 */
export function latmTrackOf({ kind, encoding, parameters, clockRate, channels }: SdpMedia): AudioTrack | null {
  if (kind !== 'audio' || encoding !== 'MP4A-LATM') return null;
  const hex = parameters.get('config') ?? '';
  const isAmongFrames = (parameters.get('cpresent') ?? (hex === '' ? '1' : '0')) !== '0';
  if (isAmongFrames) return null;
  if (!/^([\da-f]{2}){4,64}$/i.test(hex)) return aacTrack(clockRate, channels);
  try {
    const reader = createBitReader(Buffer.from(hex, 'hex'));
    const mux = reader.bits(muxBits);
    const configuration = reader.bits(configurationBits);
    const track = parseAudioConfig(Uint8Array.of(configuration >> 8, configuration & 255));
    return track.codec === 'mp4a.40.2' && (mux & otherMux) === 0 && (configuration & otherFrames) === 0 ? track : null;
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

/** An element has at most so many frames … */
const maxFrames = 64;
/** … and what has come of one is not kept any longer, bytes: AAC has at most 768 for each channel and frame. */
const maxBytes = 16 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Creates a reader of the AAC frames in elements of LATM (ISO/IEC 14496-3, 1.7.3), each of which is in one packet or in several. Its
 * lengths say where it ends; a marker, or another time, ends one that is not whole.
 */
export function createLatmReader(): (packet: Omit<RtpPacket, 'payloadType' | 'extension'>) => Uint8Array[] {
  let last: Pick<RtpPacket, 'sequence' | 'timestamp' | 'marker'> | null = null;
  /** What has come of an element; null when some of it is lost. */
  let begun: Buffer | null = nothing;
  return ({ sequence, timestamp, marker, payload }) => {
    if (!last || last.marker || last.timestamp !== timestamp) begun = nothing;
    else if (begun && begun.length > 0 && ((last.sequence + 1) & 0xffff) !== sequence) begun = null;
    last = { sequence, timestamp, marker };
    if (!begun) return [];
    const element = Buffer.concat([begun, payload]);
    const frames = readElement(element);
    begun = frames ? nothing : element.length > maxBytes ? null : element;
    return frames ?? [];
  };
}

/** Reads the frames of an element, copies, each behind its length; null when they don't end with it. */
function readElement(element: Buffer): Uint8Array[] | null {
  const frames: Uint8Array[] = [];
  let at = 0;
  while (at < element.length) {
    let length = 0;
    let part: number | undefined = 255;
    for (; part === 255; at += 1) {
      part = element[at];
      length += part ?? 0;
    }
    if (part === undefined || at + length > element.length || frames.length === maxFrames) return null;
    // Padding is read as frames without content.
    if (length > 0) frames.push(Uint8Array.from(element.subarray(at, at + length)));
    at += length;
  }
  return frames;
}

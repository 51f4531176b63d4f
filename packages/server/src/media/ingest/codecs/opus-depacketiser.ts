import type { AudioTrack } from '../../media-types.ts';
import type { RtpPacket } from '../rtsp/rtp.ts';
import type { SdpMedia } from '../rtsp/sdp.ts';

/** Timescale of every Opus stream in RTP and in MP4, whatever the original sample rate (RFC 7587, section 4.1). */
export const opusSampleRate = 48_000;

/** Reads the track of an SDP's Opus section; null for any other. */
export function opusTrackOf({ kind, encoding, clockRate, parameters }: SdpMedia): AudioTrack | null {
  if (kind !== 'audio' || encoding !== 'OPUS' || clockRate !== opusSampleRate) return null;
  // The rtpmap always ends in `/2`, which says nothing about the channels.
  const channels = parameters.get('sprop-stereo') === '1' ? 2 : 1;
  return { kind: 'audio', codec: 'opus', sampleRate: opusSampleRate, channels, configuration: opusConfiguration(channels) };
}

/**
 * Builds the content of a `dOps` box (Encapsulation of Opus in ISO base media, 4.3.2). It declares no pre-skip, because players
 * join a live stream anywhere.
 */
function opusConfiguration(channels: number): Uint8Array {
  const [preSkip, gain] = [0, 0];
  const configuration = new Uint8Array(11);
  const view = new DataView(configuration.buffer);
  view.setUint8(1, channels);
  view.setUint16(2, preSkip);
  view.setUint32(4, opusSampleRate);
  view.setInt16(8, gain);
  return configuration;
}

/** Samples per frame by the upper five bits of a packet's first byte (RFC 6716, section 3.1): SILK, hybrid, CELT. */
const silk = [480, 960, 1920, 2880] as const;
const hybrid = [480, 960] as const;
const celt = [120, 240, 480, 960] as const;
const maxPacketSamples = 5760;

/** Returns a packet's duration in samples at 48 kHz; null when it is not an Opus packet. */
export function opusDuration(packet: Uint8Array): number | null {
  const [first, second = 0] = packet;
  if (first === undefined) return null;
  const mode = first >> 3;
  const frame = mode < 12 ? silk[mode & 3] : mode < 16 ? hybrid[mode & 1] : celt[mode & 3];
  const code = first & 3;
  const count = code === 0 ? 1 : code === 3 ? second & 0x3f : 2;
  const duration = (frame ?? 0) * count;
  return duration > 0 && duration <= maxPacketSamples ? duration : null;
}

/** Reads the Opus packet of an RTP packet, which carries exactly one (RFC 7587, section 4.2); the data is a copy. */
export function readOpusFrames({ payload }: RtpPacket): { readonly data: Uint8Array; readonly duration: number }[] {
  const duration = opusDuration(payload);
  return duration === null ? [] : [{ data: Uint8Array.from(payload), duration }];
}

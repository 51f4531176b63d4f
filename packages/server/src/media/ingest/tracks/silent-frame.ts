import type { AudioTrack } from '../../media-types.ts';

/** One frame of silence in the codec of a track; its duration in ticks of the track. */
export interface SilentFrame {
  readonly data: Uint8Array;
  readonly duration: number;
}

/** Raw AAC-LC frames without a spectrum, by number of channels. */
const aacFrames: readonly string[] = ['', '00c800802380', '210049900219002380', '00c8008020840126400864008e'];
/** CELT, 20 ms, mono: decoders play it in streams of any number of channels (RFC 6716, 3.1). */
const opusFrame = 'f8fffe';

/** Returns silence for a track; null for a codec of which none is known. */
export function silentFrameOf({ codec, channels, sampleRate }: AudioTrack): SilentFrame | null {
  if (codec === 'opus') return { data: readHex(opusFrame), duration: Math.round(sampleRate / 50) };
  const frame = /^mp4a\.40\.(?:2|5|29)$/.test(codec) ? aacFrames[channels] : undefined;
  return frame ? { data: readHex(frame), duration: 1024 } : null;
}

function readHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}

import { box, fullBox, u16, u32, zeros, type BoxContent } from '../boxes/box-writer.ts';

/** What decoders need to know of a video track. */
export interface VideoSampleEntry {
  readonly type: 'avc1' | 'hvc1';
  /** Encoded size, pixels. */
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
  readonly configuration: Uint8Array;
  /** Width to height of one pixel; omit it for square pixels. */
  readonly pixelAspect?: { readonly horizontal: number; readonly vertical: number } | undefined;
}

/** What decoders need to know of an audio track. */
export interface AudioSampleEntry {
  readonly type: 'mp4a' | 'Opus';
  readonly channels: number;
  /** Hz. */
  readonly sampleRate: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3); for Opus, the content of its `dOps` box. */
  readonly configuration: Uint8Array;
}

/** Writes the box that describes the samples of a video track. */
export function writeVideoSampleEntry({ type, width, height, configuration, pixelAspect }: VideoSampleEntry): Uint8Array<ArrayBuffer> {
  return box(
    type,
    zeros(6),
    u16(1), // data reference
    zeros(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0), // 72 dpi
    u16(1), // frames per sample
    zeros(32), // compressor name
    u16(24, 0xffff), // color depth, no color table
    box(type === 'hvc1' ? 'hvcC' : 'avcC', configuration),
    ...(pixelAspect ? [box('pasp', u32(pixelAspect.horizontal, pixelAspect.vertical))] : []),
  );
}

/** Writes the box that describes the samples of an audio track. */
export function writeAudioSampleEntry({ type, channels, sampleRate, configuration }: AudioSampleEntry): Uint8Array<ArrayBuffer> {
  return box(
    type,
    zeros(6),
    u16(1), // data reference
    zeros(8),
    u16(channels, 16), // bits per sample
    zeros(4),
    // The field has 16 bits; 0 refers to the configuration.
    u16(sampleRate > 0xffff ? 0 : sampleRate, 0),
    type === 'Opus' ? box('dOps', configuration) : elementaryStream(configuration),
  );
}

/** Writes the MPEG-4 descriptors around an AudioSpecificConfig (ISO/IEC 14496-1): stream, decoder (AAC, unknown bit rate), sync layer. */
function elementaryStream(configuration: Uint8Array): Uint8Array<ArrayBuffer> {
  const decoder = descriptor(4, [0x40, 0x15, 0, 0, 0, ...u32(0, 0), ...descriptor(5, configuration)]);
  return fullBox('esds', 0, 0, descriptor(3, [...u16(0), 0, ...decoder, ...descriptor(6, [2])]));
}

function descriptor(tag: number, content: BoxContent): number[] {
  const { length } = content;
  // Each byte holds seven bits of the length; the high bit announces another byte.
  return [tag, 0x80 | (length >> 21), 0x80 | ((length >> 14) & 0x7f), 0x80 | ((length >> 7) & 0x7f), length & 0x7f, ...content];
}

import { findBox, readType, requireBox, viewOf, walkBoxes, type BoxSpan } from '../boxes/box-reader.ts';
import { Mp4Error } from '../mp4-error.ts';

/** Default values for samples that declare none (`trex`, `tfhd`). */
export interface SampleDefaults {
  /** Ticks. */
  readonly duration: number;
  /** Bytes. */
  readonly size: number;
  readonly flags: number;
}

/** A track as an MP4 describes it. */
export interface Mp4Track {
  readonly id: number;
  readonly kind: 'video' | 'audio';
  /** Ticks per second. */
  readonly timescale: number;
  /** Display size, pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** The first sample entry, a whole box such as `avc1` or `mp4a` with its configuration; a view of the input. */
  readonly sampleEntry: Uint8Array;
  readonly defaults: SampleDefaults;
}

/** More tracks than any camera or browser writes. */
const maxTracks = 32;

/**
 * Reads the video and audio tracks of a `moov` box; skips other tracks.
 * @throws {Mp4Error} when a track is incomplete, or there are more than 32
 */
export function readTracks(bytes: Uint8Array, moov: BoxSpan): Mp4Track[] {
  const tracks: Mp4Track[] = [];
  let count = 0;
  const extensions = findBox(bytes, moov, 'mvex');
  for (const span of walkBoxes(bytes, moov.content, moov.end)) {
    if (span.type !== 'trak') continue;
    count += 1;
    if (count > maxTracks) throw new Mp4Error(`The MP4 has more than ${maxTracks} tracks.`);
    const track = readTrack(bytes, span, extensions);
    if (track) tracks.push(track);
  }
  return tracks;
}

function readTrack(bytes: Uint8Array, trak: BoxSpan, extensions: BoxSpan | null): Mp4Track | null {
  const handler = readType(bytes, requireBox(bytes, trak, 'mdia', 'hdlr').content + 8);
  if (handler !== 'vide' && handler !== 'soun') return null;
  const trackHeader = requireBox(bytes, trak, 'tkhd');
  const mediaHeader = requireBox(bytes, trak, 'mdia', 'mdhd');
  const wideTimes = hasWideTimes(bytes, trackHeader);
  const header = contentView(bytes, trackHeader, wideTimes ? 96 : 84);
  const hasWideMediaTimes = hasWideTimes(bytes, mediaHeader);
  const timescale = contentView(bytes, mediaHeader, hasWideMediaTimes ? 36 : 24).getUint32(hasWideMediaTimes ? 20 : 12);
  if (timescale === 0) throw new Mp4Error('A track of the MP4 has a timescale of 0.');
  const descriptions = requireBox(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd');
  const [entry] = walkBoxes(bytes, descriptions.content + 8, descriptions.end);
  if (!entry) throw new Mp4Error('A track of the MP4 has no sample entry.');
  const id = header.getUint32(wideTimes ? 20 : 12);
  return {
    id,
    kind: handler === 'vide' ? 'video' : 'audio',
    timescale,
    width: header.getUint16(wideTimes ? 88 : 76),
    height: header.getUint16(wideTimes ? 92 : 80),
    sampleEntry: bytes.subarray(entry.start, entry.end),
    defaults: readDefaults(bytes, extensions, id),
  };
}

function readDefaults(bytes: Uint8Array, extensions: BoxSpan | null, id: number): SampleDefaults {
  if (extensions)
    for (const span of walkBoxes(bytes, extensions.content, extensions.end)) {
      if (span.type !== 'trex') continue;
      const content = contentView(bytes, span, 24);
      if (content.getUint32(4) === id)
        return { duration: content.getUint32(12), size: content.getUint32(16), flags: content.getUint32(20) };
    }
  return { duration: 0, size: 0, flags: 0 };
}

/** Whether a header has version 1 and therefore 64-bit times. */
export function hasWideTimes(bytes: Uint8Array, { content }: BoxSpan): boolean {
  return bytes[content] === 1;
}

/**
 * Returns a view of a box's content.
 * @throws {Mp4Error} when the box is shorter than `minBytes`
 */
export function contentView(bytes: Uint8Array, { type, content, end }: BoxSpan, minBytes: number): DataView {
  if (end - content < minBytes) throw new Mp4Error(`The ${type} box of the MP4 is too short.`);
  return new DataView(bytes.buffer, bytes.byteOffset + content, end - content);
}

/** The decoder's parameters of a track. */
export type SampleEntry =
  | {
      readonly kind: 'video';
      readonly type: string;
      /** Encoded size, pixels. */
      readonly width: number;
      readonly height: number;
      /** Content of `avcC` or `hvcC`; null for other codecs. */
      readonly configuration: Uint8Array | null;
    }
  | {
      readonly kind: 'audio';
      readonly type: string;
      readonly channels: number;
      /** Hz. */
      readonly sampleRate: number;
      /** AudioSpecificConfig, or the content of `dOps`; null for other codecs. */
      readonly configuration: Uint8Array | null;
    };

/** Reads what decoders need to know of a track. @throws {Mp4Error} when the entry is cut off */
export function readSampleEntry({ kind, sampleEntry }: Pick<Mp4Track, 'kind' | 'sampleEntry'>): SampleEntry {
  const [entry] = walkBoxes(sampleEntry);
  const fixedBytes = kind === 'video' ? 78 : 28;
  if (!entry || entry.end - entry.content < fixedBytes) throw new Mp4Error('A sample entry of the MP4 is too short.');
  const view = viewOf(sampleEntry);
  const { type, content } = entry;
  const inner = { content: content + fixedBytes, end: entry.end };
  const contentOf = (name: string): Uint8Array | null => {
    const found = findBox(sampleEntry, inner, name);
    return found && sampleEntry.subarray(found.content, found.end);
  };
  if (kind === 'video')
    return {
      kind,
      type,
      width: view.getUint16(content + 24),
      height: view.getUint16(content + 26),
      configuration: contentOf('avcC') ?? contentOf('hvcC'),
    };
  const descriptors = contentOf('esds');
  return {
    kind,
    type,
    channels: view.getUint16(content + 16),
    sampleRate: view.getUint16(content + 24),
    configuration: descriptors ? readSpecificConfig(descriptors) : contentOf('dOps'),
  };
}

/** AudioSpecificConfig: the payload of the DecoderSpecificInfo (tag 5) in an ES descriptor (ISO/IEC 14496-1). */
function readSpecificConfig(descriptors: Uint8Array): Uint8Array | null {
  /** Bytes before the inner descriptors; descriptors that are not listed are skipped. */
  const fixedBytes = new Map([
    [3, 3],
    [4, 13],
  ]);
  let offset = 4;
  while (offset + 2 <= descriptors.length) {
    const tag = descriptors[offset++] ?? 0;
    let size = 0;
    for (let byte = 0x80; (byte & 0x80) !== 0 && offset < descriptors.length; size = (size << 7) | (byte & 0x7f))
      byte = descriptors[offset++] ?? 0;
    if (size < 0) return null;
    if (tag === 5) return descriptors.subarray(offset, offset + size);
    offset += fixedBytes.get(tag) ?? size;
  }
  return null;
}

import { createHash } from 'node:crypto';
import { isHevc, videoTimescale, type AudioTrack, type Tracks, type VideoTrack } from '../media-types.ts';
import { ascii, box, concatBytes, fullBox, u16, u32 } from './boxes.ts';

export const videoTrackId = 1;
export const audioTrackId = 2;

/** What a player needs before the first fragment: ftyp and moov, the same for live and recorded video. */
export interface InitSection {
  readonly bytes: Uint8Array;
  /** First 16 hexadecimal digits of its SHA-256: names it in playlists and on disk. */
  readonly hash: string;
  /** `video/mp4; codecs="avc1.4d401f, mp4a.40.2"`. */
  readonly mimeType: string;
}

const known = new WeakMap<Tracks, InitSection>();
const silent = new WeakMap<Tracks, Tracks>();

/** Built once per tracks, however many viewers ask. */
export function initSectionOf(tracks: Tracks): InitSection {
  const section = known.get(tracks) ?? describeInit(buildInit(tracks), tracks);
  known.set(tracks, section);
  return section;
}

/** The same tracks for somebody who may not hear. */
export function withoutAudio(tracks: Tracks): Tracks {
  if (!tracks.audio) return tracks;
  const result = silent.get(tracks) ?? { ...tracks, audio: null };
  silent.set(tracks, result);
  return result;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

function describeInit(bytes: Uint8Array, { video, audio }: Tracks): InitSection {
  return { bytes, hash: hashOf(bytes), mimeType: `video/mp4; codecs="${video.codec}${audio ? `, ${audio.codec}` : ''}"` };
}

const matrix = [...u32(0x10000), ...u32(0), ...u32(0), ...u32(0), ...u32(0x10000), ...u32(0), ...u32(0), ...u32(0), ...u32(0x40000000)];
const undetermined = 0x55c4; // the language code "und"

function buildInit({ video, audio }: Tracks): Uint8Array {
  const tracks = [videoTrak(video), ...(audio ? [audioTrak(audio)] : [])];
  const extensions = [videoTrackId, ...(audio ? [audioTrackId] : [])].map((id) => fullBox('trex', 0, 0, u32(id), u32(1), u32(0), u32(0), u32(0)));
  const header = fullBox('mvhd', 0, 0, u32(0), u32(0), u32(1000), u32(0), u32(0x10000), u16(0x100), u16(0), u32(0), u32(0), matrix, Array<number>(24).fill(0), u32(3));
  return concatBytes([
    box('ftyp', ascii('iso5'), u32(512), ascii('iso5iso6mp41')),
    box('moov', header, ...tracks, box('mvex', ...extensions)),
  ]);
}

function trak(id: number, timescale: number, handler: string, mediaHeader: Uint8Array, entry: Uint8Array, size: { width: number; height: number }, volume: number): Uint8Array {
  const fixed = (value: number): number[] => [...u16(value), 0, 0];
  const track = fullBox('tkhd', 0, 7, u32(0), u32(0), u32(id), u32(0), u32(0), u32(0), u32(0), u16(0), u16(0), u16(volume), u16(0), matrix, fixed(size.width), fixed(size.height));
  const empty = (type: string): Uint8Array => fullBox(type, 0, 0, u32(0));
  const table = box('stbl', fullBox('stsd', 0, 0, u32(1), entry), empty('stts'), empty('stsc'), fullBox('stsz', 0, 0, u32(0), u32(0)), empty('stco'));
  const information = box('minf', mediaHeader, box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))), table);
  return box(
    'trak',
    track,
    box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0), u32(0), u32(timescale), u32(0), u16(undetermined), u16(0)),
      fullBox('hdlr', 0, 0, u32(0), ascii(handler), u32(0), u32(0), u32(0), ascii('Watchpost'), [0]),
      information,
    ),
  );
}

function videoTrak(video: VideoTrack): Uint8Array {
  const [entryType, configurationType] = isHevc(video) ? (['hvc1', 'hvcC'] as const) : (['avc1', 'avcC'] as const);
  const entry = box(
    entryType,
    Array<number>(6).fill(0),
    u16(1),
    Array<number>(16).fill(0),
    u16(video.width),
    u16(video.height),
    u32(0x480000), // 72 dpi
    u32(0x480000),
    u32(0),
    u16(1),
    Array<number>(32).fill(0),
    u16(24),
    u16(0xffff),
    box(configurationType, video.configuration),
  );
  return trak(videoTrackId, videoTimescale, 'vide', fullBox('vmhd', 0, 1, Array<number>(8).fill(0)), entry, video, 0);
}

function audioTrak(audio: AudioTrack): Uint8Array {
  const entry = box(
    'mp4a',
    Array<number>(6).fill(0),
    u16(1),
    u32(0),
    u32(0),
    u16(audio.channels),
    u16(16),
    u32(0),
    u16(audio.sampleRate > 0xffff ? 0 : audio.sampleRate),
    u16(0),
    elementaryStream(audio.configuration),
  );
  return trak(audioTrackId, audio.sampleRate, 'soun', fullBox('smhd', 0, 0, u32(0)), entry, { width: 0, height: 0 }, 0x100);
}

/** MPEG-4 descriptors (ISO/IEC 14496-1) around the AudioSpecificConfig. */
function elementaryStream(configuration: Uint8Array): Uint8Array {
  const descriptor = (tag: number, content: readonly number[]): number[] => [tag, 0x80, 0x80, 0x80, content.length, ...content];
  const decoder = descriptor(4, [0x40, 0x15, 0, 0, 0, ...u32(0), ...u32(0), ...descriptor(5, [...configuration])]);
  return fullBox('esds', 0, 0, descriptor(3, [...u16(0), 0, ...decoder, ...descriptor(6, [2])]));
}

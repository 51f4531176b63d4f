import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';

/** The MP4 can't be read, or holds what an agent can't pass on. */
export class Mp4Error extends Error {
  override readonly name = 'Mp4Error';
}

export interface Mp4Track {
  readonly kind: 'video' | 'audio';
  /** Ticks a second. */
  readonly timescale: number;
  /** Of samples that say nothing of their own (`trex`). */
  readonly defaults: { readonly duration: number; readonly size: number; readonly flags: number };
}

export interface Mp4Tracks {
  readonly tracks: ReadonlyMap<number, Mp4Track>;
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
}

/** The boxes inside a box, with their headers. @param from where they begin in it */
export function* boxesIn(box: Buffer, from: number): Generator<readonly [type: string, box: Buffer]> {
  for (let at = from; at + 8 <= box.length; ) {
    const size = box.readUInt32BE(at);
    if (size < 8 || at + size > box.length) throw new Mp4Error('A box of the MP4 is longer than what is around it.');
    yield [box.toString('latin1', at + 4, at + 8), box.subarray(at, at + size)];
    at += size;
  }
}

function find(box: Buffer, from: number, type: string): Buffer | null {
  for (const [name, inner] of boxesIn(box, from)) if (name === type) return inner;
  return null;
}

/** @throws {Mp4Error} when it is not there */
export function child(box: Buffer, from: number, type: string): Buffer {
  const found = find(box, from, type);
  if (!found) throw new Mp4Error(`The MP4 has no ${type} where it must be.`);
  return found;
}

/** Reads a `moov`: one H.264 track, and the first AAC track if there is one. */
export function readTracks(moov: Buffer): Mp4Tracks {
  const tracks = new Map<number, Mp4Track>();
  let video: AgentVideoTrack | null = null;
  let audio: AgentAudioTrack | null = null;
  const extends_ = find(moov, 8, 'mvex');
  for (const [type, trak] of boxesIn(moov, 8)) {
    if (type !== 'trak') continue;
    const header = child(trak, 8, 'tkhd');
    const id = header.readUInt32BE(header.readUInt8(8) === 1 ? 28 : 20);
    const media = child(trak, 8, 'mdia');
    const mediaHeader = child(media, 8, 'mdhd');
    const timescale = mediaHeader.readUInt32BE(mediaHeader.readUInt8(8) === 1 ? 28 : 20);
    if (timescale === 0) throw new Mp4Error('A track of the MP4 has no clock.');
    const handler = child(media, 8, 'hdlr').toString('latin1', 16, 20);
    const entries = child(child(child(media, 8, 'minf'), 8, 'stbl'), 8, 'stsd');
    const [entry] = boxesIn(entries, 16);
    if (!entry) throw new Mp4Error('A track of the MP4 does not say what it holds.');
    if (handler === 'vide' && !video) video = readVideo(...entry);
    else if (handler === 'soun' && !audio) audio = readAudio(...entry);
    else continue;
    tracks.set(id, { kind: handler === 'vide' ? 'video' : 'audio', timescale, defaults: readExtends(extends_, id) });
  }
  if (!video) throw new Mp4Error('There is no picture in it.');
  return { tracks, video, audio };
}

function readVideo(type: string, entry: Buffer): AgentVideoTrack {
  if (type !== 'avc1' && type !== 'avc3') throw new Mp4Error(`The picture is ${type === 'hvc1' || type === 'hev1' ? 'H.265' : type}; an agent passes H.264 on. Choose H.264 in the camera's settings.`);
  const configuration = child(entry, 86, 'avcC').subarray(8);
  return { kind: 'video', codec: `avc1.${configuration.toString('hex', 1, 4)}`, width: entry.readUInt16BE(32), height: entry.readUInt16BE(34), configuration: configuration.toString('base64') };
}

function readAudio(type: string, entry: Buffer): AgentAudioTrack | null {
  const descriptor = type === 'mp4a' ? find(entry, 36, 'esds') : null;
  const configuration = descriptor && readSpecificConfig(descriptor);
  if (!configuration) return null;
  const objectType = (configuration[0] ?? 0) >> 3;
  return { kind: 'audio', codec: `mp4a.40.${objectType}`, sampleRate: entry.readUInt16BE(32), channels: entry.readUInt16BE(24), configuration: configuration.toString('base64') };
}

/** AudioSpecificConfig: the payload of the DecoderSpecificInfo (tag 5) in an ES descriptor (ISO/IEC 14496-1). */
function readSpecificConfig(esds: Buffer): Buffer | null {
  /** What of a descriptor precedes those in it; absent: it is passed over. */
  const own = new Map([[3, 3], [4, 13]]);
  let at = 12;
  while (at + 2 <= esds.length) {
    const tag = esds.readUInt8(at++);
    let size = 0;
    for (let byte = 0x80; (byte & 0x80) !== 0 && at < esds.length; size = (size << 7) | (byte & 0x7f)) byte = esds.readUInt8(at++);
    if (tag === 5) return esds.subarray(at, at + size);
    at += own.get(tag) ?? size;
  }
  return null;
}

function readExtends(mvex: Buffer | null, id: number): Mp4Track['defaults'] {
  if (mvex) for (const [type, trex] of boxesIn(mvex, 8)) if (type === 'trex' && trex.readUInt32BE(12) === id) return { duration: trex.readUInt32BE(20), size: trex.readUInt32BE(24), flags: trex.readUInt32BE(28) };
  return { duration: 0, size: 0, flags: 0 };
}

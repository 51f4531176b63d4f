import type { PhoneSample } from './phone-camera-types.ts';

/** The picture of an MP4 (ISO/IEC 14496-12). */
export interface Mp4Picture {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
}

export interface Mp4Piece {
  /** Once, with the piece that completes it. */
  readonly picture: Mp4Picture | null;
  /** Seconds from the beginning of the file. */
  readonly samples: readonly PhoneSample[];
}

interface Box {
  readonly type: string;
  /** Its contents, without the header. */
  readonly body: DataView;
}
interface Defaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}
interface VideoTrack extends Mp4Picture {
  readonly id: number;
  readonly timescale: number;
  readonly defaults: Defaults;
}
interface Fragment {
  /** Where its moof begins in the file. */
  readonly position: number;
  readonly moof: DataView;
}

/** A key frame fits many times. */
const longestBox = 16 * 1024 * 1024;
/** Sample flag: it stands not for itself. */
const dependent = 0x10000;

/**
 * Reads the H.264 of a fragmented MP4 as a browser's recorder gives it, piece by piece.
 * @returns takes the next piece; throws a TypeError at what is no such file
 */
export function createMp4Reader(): (piece: Uint8Array) => Mp4Piece {
  let rest = new Uint8Array(0);
  /** Of `rest`, in the file. */
  let position = 0;
  let track: VideoTrack | null = null;
  let fragment: Fragment | null = null;
  return (piece) => {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    let picture: Mp4Picture | null = null;
    const samples: PhoneSample[] = [];
    let at = 0;
    for (let found = boxAt(view(bytes), at); found; found = boxAt(view(bytes), at)) {
      const { type, body, end } = found;
      if (type === 'moov') picture = track = readTrack(body);
      if (type === 'moof') fragment = { position: position + at, moof: body };
      if (type === 'mdat' && track && fragment) samples.push(...readFragment(fragment, track, body, position + end));
      at = end;
    }
    rest = bytes.slice(at);
    position += at;
    return { picture, samples };
  };
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
const part = (of: DataView, start: number, end: number): DataView => new DataView(of.buffer, of.byteOffset + start, end - start);

/** Null: not all of it is here. */
function boxAt(of: DataView, at: number): (Box & { readonly end: number }) | null {
  const left = of.byteLength - at;
  if (left < 8) return null;
  const short = of.getUint32(at);
  // 1: too long for 32 bits, or written by somebody who did not know how long it would be.
  if (short === 1 && left < 16) return null;
  const [header, size] = short === 1 ? [16, Number(of.getBigUint64(at + 8))] : [8, short];
  if (size < header || size > longestBox) throw new TypeError('This is no fragmented MP4.');
  const end = at + size;
  return end > of.byteLength ? null : { type: typeAt(of, at + 4), body: part(of, at + header, end), end };
}

function typeAt(of: DataView, at: number): string {
  return String.fromCharCode(of.getUint8(at), of.getUint8(at + 1), of.getUint8(at + 2), of.getUint8(at + 3));
}

/** The boxes inside of one. @param from where they begin */
function boxesIn(of: DataView, from = 0): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= of.byteLength; ) {
    const size = of.getUint32(at);
    if (size < 8 || at + size > of.byteLength) throw new TypeError('A box of the MP4 is longer than the one around it.');
    boxes.push({ type: typeAt(of, at + 4), body: part(of, at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function inside(of: DataView, ...path: readonly string[]): DataView {
  let body = of;
  for (const type of path) {
    const found = boxesIn(body).find((box) => box.type === type);
    if (!found) throw new TypeError(`The MP4 has no ${type}.`);
    ({ body } = found);
  }
  return body;
}

function readTrack(moov: DataView): VideoTrack {
  const trak = boxesIn(moov).find(({ type, body }) => type === 'trak' && typeAt(inside(body, 'mdia', 'hdlr'), 8) === 'vide');
  if (!trak) throw new TypeError('The MP4 has no picture.');
  const [header, media] = [inside(trak.body, 'tkhd'), inside(trak.body, 'mdia', 'mdhd')];
  const id = header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
  const trex = boxesIn(inside(moov, 'mvex')).find(({ type, body }) => type === 'trex' && body.getUint32(4) === id)?.body;
  // Version, flags and a count stand before the entries.
  const [entry] = boxesIn(inside(trak.body, 'mdia', 'minf', 'stbl', 'stsd'), 8);
  const avcc = entry && /^avc[13]$/.test(entry.type) ? boxesIn(entry.body, 78).find(({ type }) => type === 'avcC')?.body : undefined;
  if (!entry || !avcc) throw new TypeError('The picture of the MP4 is no H.264.');
  const configuration = new Uint8Array(avcc.buffer, avcc.byteOffset, avcc.byteLength).slice();
  return {
    id,
    timescale: media.getUint32(media.getUint8(0) === 1 ? 20 : 12),
    defaults: { duration: trex?.getUint32(12) ?? 0, size: trex?.getUint32(16) ?? 0, flags: trex?.getUint32(20) ?? 0 },
    codec: `avc1.${[...configuration.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    width: entry.body.getUint16(24),
    height: entry.body.getUint16(26),
    configuration,
  };
}

/** @param mdatEnd where the data ends in the file */
function readFragment({ position, moof }: Fragment, track: VideoTrack, mdat: DataView, mdatEnd: number): PhoneSample[] {
  const samples: PhoneSample[] = [];
  for (const { type, body } of boxesIn(moof)) {
    if (type !== 'traf') continue;
    const header = inside(body, 'tfhd');
    if (header.getUint32(4) !== track.id) continue;
    const { base, defaults } = readHeader(header, track.defaults);
    const time = inside(body, 'tfdt');
    let decodeTime = time.getUint8(0) === 1 ? Number(time.getBigUint64(4)) : time.getUint32(4);
    // Where the data begins is said from the fragment's beginning, or from the file's.
    const shift = (base ?? position) - (mdatEnd - mdat.byteLength);
    for (const run of boxesIn(body)) if (run.type === 'trun') decodeTime = readRun(run.body, { mdat, shift, defaults, timescale: track.timescale }, decodeTime, samples);
  }
  return samples;
}

function readHeader(header: DataView, { duration, size, flags }: Defaults): { base: number | null; defaults: Defaults } {
  const has = header.getUint32(0) & 0xffffff;
  let at = 8;
  const base = (has & 1) === 0 ? null : Number(header.getBigUint64(at));
  at += ((has & 1) === 0 ? 0 : 8) + ((has & 2) === 0 ? 0 : 4);
  const next = (flag: number, otherwise: number): number => {
    if ((has & flag) === 0) return otherwise;
    at += 4;
    return header.getUint32(at - 4);
  };
  return { base, defaults: { duration: next(8, duration), size: next(16, size), flags: next(32, flags) } };
}

interface RunPlace {
  readonly mdat: DataView;
  readonly shift: number;
  readonly defaults: Defaults;
  readonly timescale: number;
}

/** @returns the decode time after it */
function readRun(run: DataView, { mdat, shift, defaults, timescale }: RunPlace, from: number, samples: PhoneSample[]): number {
  const [version, has, count] = [run.getUint8(0), run.getUint32(0) & 0xffffff, run.getUint32(4)];
  let at = 8;
  const next = (flag: number, otherwise: number): number => {
    if ((has & flag) === 0) return otherwise;
    at += 4;
    return run.getUint32(at - 4);
  };
  let data = (next(1, 0) | 0) + shift;
  const firstFlags = (has & 4) === 0 ? null : next(4, 0);
  let decodeTime = from;
  for (let index = 0; index < count; index += 1) {
    const duration = next(0x100, defaults.duration);
    const size = next(0x200, defaults.size);
    const own = next(0x400, defaults.flags);
    const offset = next(0x800, 0);
    if (data < 0 || data + size > mdat.byteLength) throw new TypeError('A frame of the MP4 lies outside of its fragment.');
    const flags = index === 0 && firstFlags !== null ? firstFlags : own;
    samples.push({
      kind: 'video',
      keyFrame: (flags & dependent) === 0,
      decodeTime: decodeTime / timescale,
      compositionOffset: Math.max(0, version === 0 ? offset : offset | 0) / timescale,
      duration: duration / timescale,
      data: new Uint8Array(mdat.buffer, mdat.byteOffset + data, size).slice(),
    });
    data += size;
    decodeTime += duration;
  }
  return decodeTime;
}

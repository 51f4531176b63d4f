/** Reads MP4 fragments as our server writes them: one moof and its mdat hold samples of one track (ISO/IEC 14496-12). */

/** Video ticks per second; decode times are Unix time. */
export const videoTimescale = 90_000;
const videoTrack = 1;

export interface VideoSample {
  /** Presentation time, Unix milliseconds. */
  readonly time: number;
  /** Ticks. */
  readonly decodeTime: number;
  readonly duration: number;
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
  /** A view of the sample's bytes: length-prefixed H.264 or H.265 units. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** @param isVideo false for audio */
export interface Fragment {
  readonly isVideo: boolean;
  /** The moof and the mdat, unchanged. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Video only. */
  readonly samples: readonly VideoSample[];
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The complete boxes between two offsets; stops at the first truncated one. */
function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    const size = view.getUint32(start);
    if (size < 8 || start + size > to) return;
    yield {
      type: String.fromCharCode(view.getUint8(start + 4), view.getUint8(start + 5), view.getUint8(start + 6), view.getUint8(start + 7)),
      start,
      end: start + size,
    };
    start += size;
  }
}

/** Where the init section that bytes begin with ends; 0 without one. */
export function initEnd(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { type, end } of boxes(view, 0, bytes.byteLength)) if (type === 'moov') return end;
  return 0;
}

/** An init section whose sound is left out: a box of the type `free` has no meaning. */
export function withoutSound(init: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const silent = init.slice();
  const view = new DataView(silent.buffer);
  const free = 0x66726565;
  for (const moov of boxes(view, 0, silent.byteLength)) {
    if (moov.type !== 'moov') continue;
    for (const part of boxes(view, moov.start + 8, moov.end)) {
      // The number of the track is in its header, behind two 32-bit times.
      const header = part.type === 'trak' ? [...boxes(view, part.start + 8, part.end)].find(({ type }) => type === 'tkhd') : undefined;
      if (header && view.getUint32(header.start + 20) !== videoTrack) view.setUint32(part.start + 4, free);
      if (part.type !== 'mvex') continue;
      for (const { type, start } of boxes(view, part.start + 8, part.end))
        if (type === 'trex' && view.getUint32(start + 12) !== videoTrack) view.setUint32(start + 4, free);
    }
  }
  return silent;
}

/** The fragments of a live message or of a recorded segment, without truncated or foreign ones. */
export function readFragments(bytes: Uint8Array<ArrayBuffer>): Fragment[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Fragment[] = [];
  let moof: Box | null = null;
  for (const box of boxes(view, 0, bytes.byteLength)) {
    if (box.type === 'moof') moof = box;
    if (box.type !== 'mdat' || !moof) continue;
    const fragment = readFragment(bytes, view, moof, box);
    if (fragment) found.push(fragment);
    moof = null;
  }
  return found;
}

function readFragment(bytes: Uint8Array<ArrayBuffer>, view: DataView, moof: Box, mdat: Box): Fragment | null {
  const inside = (parent: Box, type: string): Box | undefined =>
    [...boxes(view, parent.start + 8, parent.end)].find((box) => box.type === type);
  const traf = inside(moof, 'traf');
  const [header, time, run] = traf ? [inside(traf, 'tfhd'), inside(traf, 'tfdt'), inside(traf, 'trun')] : [];
  // Ours have a 64-bit time, a data offset, and all four columns; anything else can be played, but not parsed.
  if (!header || !time || !run || header.end - header.start < 16 || time.end - time.start < 20 || run.end - run.start < 20) return null;
  const isVideo = view.getUint32(header.start + 12) === videoTrack;
  const whole = bytes.subarray(moof.start, mdat.end);
  const count = view.getUint32(run.start + 12);
  if (!isVideo || view.getUint32(run.start + 8) !== 0x000f01 || run.start + 20 + count * 16 > run.end)
    return { isVideo, bytes: whole, samples: [] };
  const samples: VideoSample[] = [];
  let decodeTime = Number(view.getBigUint64(time.start + 12));
  let at = moof.start + view.getUint32(run.start + 16);
  for (let row = run.start + 20; samples.length < count; row += 16) {
    const duration = view.getUint32(row);
    const size = view.getUint32(row + 4);
    const compositionOffset = view.getUint32(row + 12);
    if (at + size > mdat.end) break;
    samples.push({
      time: ((decodeTime + compositionOffset) / videoTimescale) * 1000,
      decodeTime,
      duration,
      compositionOffset,
      keyFrame: (view.getUint32(row + 8) & 0x00010000) === 0,
      data: bytes.subarray(at, at + size),
    });
    decodeTime += duration;
    at += size;
  }
  return { isVideo, bytes: whole, samples };
}

/** A moof and mdat with a single key frame that lasts `duration` ticks. */
export function keyFrameFragment({ decodeTime, compositionOffset, data }: VideoSample, duration: number): Uint8Array<ArrayBuffer> {
  const moofBytes = 104;
  const result = new Uint8Array(moofBytes + 8 + data.byteLength);
  const view = new DataView(result.buffer);
  const start = (offset: number, size: number, type: string): void => {
    view.setUint32(offset, size);
    for (let index = 0; index < 4; index += 1) result[offset + 4 + index] = type.charCodeAt(index);
  };
  start(0, moofBytes, 'moof');
  start(8, 16, 'mfhd');
  start(24, moofBytes - 24, 'traf');
  start(32, 16, 'tfhd');
  view.setUint32(40, 0x020000);
  view.setUint32(44, videoTrack);
  start(48, 20, 'tfdt');
  view.setUint32(56, 0x01000000);
  view.setBigUint64(60, BigInt(decodeTime));
  start(68, 36, 'trun');
  view.setUint32(76, 0x000f01);
  view.setUint32(80, 1);
  view.setUint32(84, moofBytes + 8);
  view.setUint32(88, duration);
  view.setUint32(92, data.byteLength);
  view.setUint32(96, 0x02000000);
  view.setUint32(100, compositionOffset);
  start(moofBytes, 8 + data.byteLength, 'mdat');
  result.set(data, moofBytes + 8);
  return result;
}

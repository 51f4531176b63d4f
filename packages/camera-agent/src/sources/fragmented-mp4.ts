import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Frame } from './frame-source.ts';
import { boxesIn, child, Mp4Error, readTracks, type Mp4Track } from './mp4-tracks.ts';

/** What a piece of the stream made known. */
export type Mp4Part =
  | { readonly kind: 'tracks'; readonly video: AgentVideoTrack; readonly audio: AgentAudioTrack | null }
  | { readonly kind: 'frame'; readonly frame: Frame };

/** Reads a fragmented MP4 (ISO/IEC 14496-12) as it comes. */
export interface FragmentedMp4Reader {
  /** @throws {Mp4Error} when it is none, or holds what can't be passed on */
  push(chunk: Buffer): Mp4Part[];
}

/** A key frame of a 4K camera fits well. */
const mostPending = 16 * 1024 * 1024;

export function createFragmentedMp4Reader(): FragmentedMp4Reader {
  let pending: Buffer = Buffer.alloc(0);
  let tracks: ReadonlyMap<number, Mp4Track> = new Map();
  let moof: Buffer | null = null;

  const readBox = (type: string, box: Buffer): Mp4Part[] => {
    if (type === 'moov') {
      const found = readTracks(box);
      tracks = found.tracks;
      return [{ kind: 'tracks', video: found.video, audio: found.audio }];
    }
    if (type === 'moof') moof = Buffer.from(box);
    if (type !== 'mdat' || !moof) return [];
    const frames = readFragment(moof, box, tracks);
    moof = null;
    return frames.map((frame) => ({ kind: 'frame', frame }));
  };

  return {
    push: (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const parts: Mp4Part[] = [];
      let at = 0;
      while (pending.length - at >= 8) {
        const size = pending.readUInt32BE(at);
        if (size < 8 || size > mostPending) throw new Mp4Error('This is not a fragmented MP4.');
        if (pending.length - at < size) break;
        parts.push(...readBox(pending.toString('latin1', at + 4, at + 8), pending.subarray(at, at + size)));
        at += size;
      }
      pending = Buffer.from(pending.subarray(at));
      return parts;
    },
  };
}

interface Defaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

/** The frames of a fragment, of all its tracks, by decode time. @param mdat with its header; it follows the moof at once */
function readFragment(moof: Buffer, mdat: Buffer, tracks: ReadonlyMap<number, Mp4Track>): Frame[] {
  const frames: Frame[] = [];
  for (const [type, traf] of boxesIn(moof, 8)) {
    if (type !== 'traf') continue;
    const header = child(traf, 8, 'tfhd');
    const track = tracks.get(header.readUInt32BE(12));
    if (!track) continue;
    const defaults = readDefaults(header, track);
    const time = child(traf, 8, 'tfdt');
    let decodeTime = time.readUInt8(8) === 1 ? Number(time.readBigUInt64BE(12)) : time.readUInt32BE(12);
    for (const [name, run] of boxesIn(traf, 8)) {
      if (name !== 'trun') continue;
      const samples = readRun(run, moof, mdat, track, defaults, decodeTime);
      frames.push(...samples.frames);
      decodeTime = samples.end;
    }
  }
  return frames.sort((a, b) => a.decodeTime - b.decodeTime);
}

function readDefaults(header: Buffer, { defaults }: Mp4Track): Defaults {
  const flags = header.readUInt32BE(8) & 0xffffff;
  let at = 16 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
  const next = (isThere: boolean, otherwise: number): number => {
    if (!isThere) return otherwise;
    at += 4;
    return header.readUInt32BE(at - 4);
  };
  return { duration: next((flags & 8) !== 0, defaults.duration), size: next((flags & 16) !== 0, defaults.size), flags: next((flags & 32) !== 0, defaults.flags) };
}

/** Sample flag: not a sync sample. */
const isDependent = 0x10000;

function readRun(run: Buffer, moof: Buffer, mdat: Buffer, track: Mp4Track, defaults: Defaults, from: number): { frames: Frame[]; end: number } {
  const [version, flags, count] = [run.readUInt8(8), run.readUInt32BE(8) & 0xffffff, run.readUInt32BE(12)];
  let at = 16;
  const next = (isThere: boolean, otherwise: number): number => {
    if (!isThere) return otherwise;
    at += 4;
    return run.readUInt32BE(at - 4);
  };
  // Relative to the moof (default-base-is-moof); the mdat follows it.
  let data = (next((flags & 1) !== 0, moof.length + 8) | 0) - moof.length;
  const firstFlags = (flags & 4) === 0 ? null : next(true, 0);
  const frames: Frame[] = [];
  let decodeTime = from;
  for (let index = 0; index < count; index += 1) {
    const duration = next((flags & 0x100) !== 0, defaults.duration);
    const size = next((flags & 0x200) !== 0, defaults.size);
    const own = next((flags & 0x400) !== 0, defaults.flags);
    const offset = next((flags & 0x800) !== 0, 0);
    if (data < 8 || data + size > mdat.length) throw new Mp4Error('A frame of the MP4 lies outside of its fragment.');
    const sampleFlags = index === 0 && firstFlags !== null ? firstFlags : own;
    frames.push({
      kind: track.kind,
      keyFrame: track.kind === 'audio' || (sampleFlags & isDependent) === 0,
      decodeTime: decodeTime / track.timescale,
      compositionOffset: Math.max(0, version === 0 ? offset : offset | 0) / track.timescale,
      duration: duration / track.timescale,
      data: mdat.subarray(data, data + size),
    });
    data += size;
    decodeTime += duration;
  }
  return { frames, end: decodeTime };
}

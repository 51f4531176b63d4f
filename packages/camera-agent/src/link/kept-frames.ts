import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Frame } from '../sources/frame-source.ts';

/** What a frame is decoded with. */
export interface FrameTracks {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
}

export interface KeptFrame {
  /** Counts up by one from frame to frame. */
  readonly number: number;
  readonly tracks: FrameTracks;
  readonly frame: Frame;
}

/** The last seconds of the main stream, so that a cut of the connection loses nothing. Always begins with a key frame. */
export interface KeptFrames {
  add(tracks: FrameTracks, frame: Frame): void;
  /** The frame of a number, or the oldest one after it that is still there; undefined when there is none yet. */
  from(number: number): KeptFrame | undefined;
  readonly newest: KeptFrame | undefined;
  /** Number of the newest key frame; null when there is none. */
  readonly newestKey: number | null;
  /** Decode time of the newest frame, s. */
  readonly newestTime: number;
  readonly bytes: number;
}

export interface KeptFramesLimits {
  /** Seconds that are kept at least, where the bytes allow it. */
  readonly length: number;
  readonly bytes: number;
}

/** 30 s of a cut, and the time to notice it, to come back and to send what was kept; 45 s of 11 Mbit/s. */
export const keptByDefault: KeptFramesLimits = { length: 45, bytes: 64 * 1024 * 1024 };

export function createKeptFrames(limits: KeptFramesLimits = keptByDefault): KeptFrames {
  const entries: KeptFrame[] = [];
  /** Of the key frames, oldest first. */
  const keys: { readonly number: number; readonly time: number }[] = [];
  let first = 0;
  let bytes = 0;
  let newestTime = 0;

  /** Takes the oldest group of pictures away; the last one only as a whole. */
  const dropOldest = (): void => {
    keys.shift();
    const end = keys[0]?.number ?? first + entries.length;
    for (const { frame } of entries.splice(0, end - first)) bytes -= frame.data.byteLength;
    first = end;
  };

  return {
    add: (tracks, frame) => {
      const isKey = frame.kind === 'video' && frame.keyFrame;
      const number = first + entries.length;
      if (isKey) keys.push({ number, time: frame.decodeTime });
      else if (keys.length === 0) return;
      entries.push({ number, tracks, frame });
      bytes += frame.data.byteLength;
      newestTime = Math.max(newestTime, frame.decodeTime);
      while ((keys[1]?.time ?? Number.POSITIVE_INFINITY) <= newestTime - limits.length) dropOldest();
      while (bytes > limits.bytes && keys.length > 0) dropOldest();
    },
    from: (number) => entries[Math.max(0, number - first)],
    get newest() {
      return entries.at(-1);
    },
    get newestKey() {
      return keys.at(-1)?.number ?? null;
    },
    get newestTime() {
      return newestTime;
    },
    get bytes() {
      return bytes;
    },
  };
}

import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Frame } from '../sources/frame-source.ts';

/** The configuration that decodes a frame. */
export interface FrameTracks {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
}

export interface KeptFrame {
  /** Increases by one with each frame. */
  readonly number: number;
  readonly tracks: FrameTracks;
  readonly frame: Frame;
}

/** Buffers the last seconds of the main stream, so that a cut connection loses nothing. Always starts with a key frame. */
export interface KeptFrames {
  add(tracks: FrameTracks, frame: Frame): void;
  /** Finds a frame by number, or the oldest one after it that is still buffered; undefined when none exists yet. */
  from(number: number): KeptFrame | undefined;
  readonly newest: KeptFrame | undefined;
  /** Number of the newest key frame; null without one. */
  readonly newestKey: number | null;
  /** Decode time of the newest frame, s. */
  readonly newestTime: number;
  readonly bytes: number;
}

export interface KeptFramesLimits {
  /** Minimum buffered duration if the byte limit allows it, s. */
  readonly length: number;
  readonly bytes: number;
}

/** Covers a cut of 30 s and the time to notice it, to reconnect and to send the buffer; 45 s at 11 Mbit/s. */
const keptByDefault: KeptFramesLimits = { length: 45, bytes: 64 * 1024 * 1024 };

export function createKeptFrames(limits: KeptFramesLimits = keptByDefault): KeptFrames {
  const entries: KeptFrame[] = [];
  /** Numbers of the key frames, oldest first. */
  const keys: { readonly number: number; readonly time: number }[] = [];
  let first = 0;
  let bytes = 0;
  let newestTime = 0;

  /** Drops the oldest group of pictures; the last one only as a whole. */
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

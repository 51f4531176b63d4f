import { createKeptFrames, type FrameTracks, type KeptFrame, type KeptFrames } from '../link/kept-frames.ts';
import type { Frame } from '../sources/frame-source.ts';
import type { VideoFile } from './store/store-video.ts';

/** Writes frames into recordings whenever they are wanted. */
export interface Recorder {
  /** @param at Unix ms of the frame */
  add(tracks: FrameTracks, frame: Frame, at: number): void;
  /** Finishes what is under way; resolves when it can be played. */
  end(): Promise<void>;
}

export interface RecorderOptions {
  /** @param at Unix ms */
  readonly isWanted: (at: number) => boolean;
  /** How much of what was before is wanted too, s. */
  readonly leadIn: () => number;
  /** @param startAt Unix ms of the first frame @param base its decode time, s */
  readonly begin: (tracks: FrameTracks, startAt: number, base: number) => VideoFile;
  /** Bytes. */
  readonly longestVideo: number;
}

/** Long enough for one file to tell a story, short enough to be overwritten one by one, s. */
const longest = 5 * 60;
/** A gap, another beginning or a jump of the clock ends a recording, s: what is in one file belongs together. */
const mostGap = 2;
/** What is kept for a lead-in; more of a camera of 16 Mbit/s is not. */
const keptBytes = 32 * 1024 * 1024;
/** What is kept at least, for a lead-in of 10 s and the key frame before it, s. */
const keptLength = 12;

interface Running {
  readonly file: VideoFile;
  readonly base: number;
  /** Unix ms at zero of the timeline. */
  readonly origin: number;
}

export function createRecorder({ isWanted, leadIn, begin, longestVideo }: RecorderOptions): Recorder {
  const empty = (): KeptFrames => createKeptFrames({ length: keptLength, bytes: keptBytes });
  let kept = empty();
  const finishing = new Set<Promise<void>>();
  let running: Running | null = null;
  /** Its disk has not caught up yet. */
  let slow: VideoFile | null = null;
  /** Number of the first frame that no recording has. */
  let next = 0;

  const finish = (): void => {
    if (!running) return;
    if (running.file.isLate) slow = running.file;
    const done = running.file.finish().finally(() => finishing.delete(done));
    finishing.add(done);
    running = null;
  };
  const isOver = ({ file, base, origin }: Running, frame: Frame, at: number): boolean => {
    const isKey = frame.kind === 'video' && frame.keyFrame;
    const hasJumped = Math.abs(at - frame.decodeTime * 1000 - origin) > mostGap * 1000;
    return hasJumped || file.isLate || (isKey && (frame.decodeTime - base >= longest || file.expected >= longestVideo));
  };
  /** The key frame with which a recording begins. */
  const firstFrame = (before: number): KeptFrame | undefined => {
    let found: KeptFrame | undefined;
    for (let entry = kept.from(next); entry; entry = kept.from(entry.number + 1)) {
      if (entry.frame.kind !== 'video' || !entry.frame.keyFrame) continue;
      if (found && entry.frame.decodeTime > before) return found;
      found = entry;
    }
    return found;
  };
  const start = (tracks: FrameTracks, at: number, now: number): void => {
    const first = firstFrame(now - leadIn());
    if (!first || slow?.isLate) return;
    slow = null;
    const base = first.frame.decodeTime;
    const origin = at - now * 1000;
    running = { file: begin(tracks, Math.round(origin + base * 1000), base), base, origin };
    next = first.number;
  };

  return {
    add: (tracks, frame, at) => {
      const before = kept.newest;
      if (before && (before.tracks !== tracks || Math.abs(frame.decodeTime - kept.newestTime) > mostGap)) {
        finish();
        kept = empty();
        next = 0;
      }
      kept.add(tracks, frame);
      const newest = kept.newest;
      if (!newest || newest.frame !== frame) return;
      if (running && (!isWanted(at) || isOver(running, frame, at))) {
        finish();
        next = newest.number;
      }
      if (!running && isWanted(at)) start(tracks, at, frame.decodeTime);
      if (!running) return;
      for (let entry = kept.from(next); entry; entry = kept.from(next)) {
        running.file.add(entry.frame);
        next = entry.number + 1;
      }
    },
    end: async () => {
      finish();
      await Promise.all(finishing);
    },
  };
}

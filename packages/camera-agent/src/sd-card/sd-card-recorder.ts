import { createKeptFrames, type FrameTracks, type KeptFrame, type KeptFrames } from '../link/kept-frames.ts';
import type { Frame } from '../sources/frame-source.ts';
import type { VideoFile } from './store/store-video.ts';

/** Writes frames into recordings while the policy wants them. */
export interface Recorder {
  /** @param at Unix ms of the frame */
  add(tracks: FrameTracks, frame: Frame, at: number): void;
  /** Finishes the current recording; resolves when it can be played. */
  end(): Promise<void>;
}

export interface RecorderOptions {
  /** @param at Unix ms */
  readonly isWanted: (at: number) => boolean;
  /** Wanted duration of the lead-in, s. */
  readonly leadIn: () => number;
  /** @param startAt Unix ms of the first frame @param base its decode time, s */
  readonly begin: (tracks: FrameTracks, startAt: number, base: number) => VideoFile;
  /** Bytes. */
  readonly maxVideoBytes: number;
}

/** Long enough to be useful as one file, short enough to be overwritten file by file. */
const maxRecordingSeconds = 5 * 60;
/** A longer gap or a jump of the clock ends a recording, so that each file is continuous. */
const maxGapSeconds = 2;
/** Size limit of the lead-in's buffer: 16 s at 16 Mbit/s. */
const keptBytes = 32 * 1024 * 1024;
/** Minimum length of the buffer: a lead-in of 10 s and the key frame before it, s. */
const keptLength = 12;

interface Running {
  readonly file: VideoFile;
  readonly base: number;
  /** Unix ms at zero of the timeline. */
  readonly origin: number;
}

export function createRecorder({ isWanted, leadIn, begin, maxVideoBytes }: RecorderOptions): Recorder {
  const empty = (): KeptFrames => createKeptFrames({ length: keptLength, bytes: keptBytes });
  let kept = empty();
  const finishing = new Set<Promise<void>>();
  let running: Running | null = null;
  /** The last recording, until its disk has caught up. */
  let slow: VideoFile | null = null;
  /** Number of the first frame that is in no recording. */
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
    const hasJumped = Math.abs(at - frame.decodeTime * 1000 - origin) > maxGapSeconds * 1000;
    return hasJumped || file.isLate || (isKey && (frame.decodeTime - base >= maxRecordingSeconds || file.expected >= maxVideoBytes));
  };
  /** Finds the key frame that starts a recording. */
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
      if (before && (before.tracks !== tracks || Math.abs(frame.decodeTime - kept.newestTime) > maxGapSeconds)) {
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

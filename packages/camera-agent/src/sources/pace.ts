import { wait, type Clock } from '@watchpost/contract/timing/clock';
import type { Frame, FrameSource } from './frame-source.ts';

/** Monotonic time of the timeline's zero, ms; null before its first frame. Streams of one camera share it. */
export interface Timeline {
  origin: number | null;
  /** Decode time of the newest live frame, s. */
  newest?: number;
}

/** How far ahead of now a live frame may seem, because of encoder and network jitter. */
const maxAheadSeconds = 0.5;
/** Minimum distance between two frames, s. */
const step = 0.001;

/** Current time on a timeline, s; 0 before its first frame. */
export function timeOn(timeline: Timeline, clock: Clock): number {
  return timeline.origin === null ? 0 : (clock.monotonic() - timeline.origin) / 1000;
}

/** Delivers a source's frames on a timeline until it ends: recorded ones at their time, live ones as they are captured. */
export async function pace(
  source: FrameSource,
  timeline: Timeline,
  clock: Clock,
  signal: AbortSignal,
  send: (frame: Frame) => void,
): Promise<void> {
  if (source.isLive) return passOn(source, timeline, clock, signal, send);
  for await (const frame of source.frames(signal, timeOn(timeline, clock))) {
    timeline.origin ??= clock.monotonic() - frame.decodeTime * 1000;
    const delay = timeline.origin + frame.decodeTime * 1000 - clock.monotonic();
    // After the machine slept, continue from now instead of sending hours of frames in a burst.
    if (delay < -10_000) timeline.origin -= delay;
    if (delay > 1) await wait(clock, delay, signal);
    if (signal.aborted) return;
    send(frame);
  }
}

/** Maps the first frame to now, after the frames of the previous view; from then on the camera's own clock counts. */
async function passOn(
  source: FrameSource,
  timeline: Timeline,
  clock: Clock,
  signal: AbortSignal,
  send: (frame: Frame) => void,
): Promise<void> {
  const { newest } = timeline;
  // Never go back behind the previous view: receivers would take those frames for old ones.
  const last = { video: newest ?? Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  let shift: number | null = null;
  for await (const frame of source.frames(signal)) {
    if (signal.aborted) return;
    timeline.origin ??= clock.monotonic();
    const now = timeOn(timeline, clock);
    const isFirst = shift === null;
    shift ??= Math.max(now, (timeline.newest ?? Number.NEGATIVE_INFINITY) + frame.duration) - frame.decodeTime;
    // A view's first frame arrives late, and the buffered ones right after it. For the first view, the timeline started too late, so its
    // origin moves; later views would drift into the future instead, so they shift. A view's start stays: it must follow the previous one.
    const ahead = frame.decodeTime + shift - now;
    if (ahead > maxAheadSeconds && newest === undefined) timeline.origin -= ahead * 1000;
    else if (ahead > maxAheadSeconds && !isFirst) shift -= ahead;
    const decodeTime = Math.max(frame.decodeTime + shift, last[frame.kind] + step);
    last[frame.kind] = decodeTime;
    if (frame.kind === 'video') timeline.newest = Math.max(timeline.newest ?? decodeTime, decodeTime);
    send({ ...frame, decodeTime });
  }
}

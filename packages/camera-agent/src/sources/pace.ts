import type { Clock } from '../kernel/clock.ts';
import type { Frame, FrameSource } from './frame-source.ts';

/** When the zero of a timeline is or was, monotonic ms; null before its first frame. Streams of one picture share it. */
export interface Timeline {
  origin: number | null;
  /** Of the live pictures that were handed out, the newest, s. */
  newest?: number;
}

/** A live picture can't be from later than now; by so much it may seem so, s: encoders and lines are not even. */
const mostAhead = 0.5;
/** Between two frames at least, s. */
const step = 0.001;

/** Seconds on a timeline that it is now; 0 before its first frame. */
export function timeOn(timeline: Timeline, clock: Clock): number {
  return timeline.origin === null ? 0 : (clock.monotonic() - timeline.origin) / 1000;
}

/** Hands a source's frames out on a timeline until it ends: recorded ones when their time has come, live ones as they are made. */
export async function pace(source: FrameSource, timeline: Timeline, clock: Clock, signal: AbortSignal, send: (frame: Frame) => void): Promise<void> {
  if (source.isLive) return passOn(source, timeline, clock, signal, send);
  for await (const frame of source.frames(signal, timeOn(timeline, clock))) {
    timeline.origin ??= clock.monotonic() - frame.decodeTime * 1000;
    const delay = timeline.origin + frame.decodeTime * 1000 - clock.monotonic();
    // After a sleep of the machine, go on from now instead of sending hours at once.
    if (delay < -10_000) timeline.origin -= delay;
    if (delay > 1) await clock.wait(delay, signal);
    if (signal.aborted) return;
    send(frame);
  }
}

/** The first frame is now, and after those of the view before; then the camera's own clock counts. */
async function passOn(source: FrameSource, timeline: Timeline, clock: Clock, signal: AbortSignal, send: (frame: Frame) => void): Promise<void> {
  const { newest } = timeline;
  // Never back behind the view before: those frames would be taken for old ones.
  const last = { video: newest ?? Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  let shift: number | null = null;
  for await (const frame of source.frames(signal)) {
    if (signal.aborted) return;
    timeline.origin ??= clock.monotonic();
    const now = timeOn(timeline, clock);
    const isFirst = shift === null;
    shift ??= Math.max(now, (timeline.newest ?? Number.NEGATIVE_INFINITY) + frame.duration) - frame.decodeTime;
    // The first frame of a view comes late, those that waited behind it at once. Of the first view it was time that began too late;
    // from view to view they would be further in the future. Where a view begins it stays: it must come after the one before.
    const ahead = frame.decodeTime + shift - now;
    if (ahead > mostAhead && newest === undefined) timeline.origin -= ahead * 1000;
    else if (ahead > mostAhead && !isFirst) shift -= ahead;
    const decodeTime = Math.max(frame.decodeTime + shift, last[frame.kind] + step);
    last[frame.kind] = decodeTime;
    if (frame.kind === 'video') timeline.newest = Math.max(timeline.newest ?? decodeTime, decodeTime);
    send({ ...frame, decodeTime });
  }
}

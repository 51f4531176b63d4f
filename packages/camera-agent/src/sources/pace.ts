import type { Clock } from '../kernel/clock.ts';
import type { Frame, FrameSource } from './frame-source.ts';

/** When the zero of a timeline is or was, monotonic ms; null before its first frame. Streams of one picture share it. */
export interface Timeline {
  origin: number | null;
}

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

/** The first frame is now; after that the camera's own clock counts. */
async function passOn(source: FrameSource, timeline: Timeline, clock: Clock, signal: AbortSignal, send: (frame: Frame) => void): Promise<void> {
  let shift: number | null = null;
  for await (const frame of source.frames(signal)) {
    if (signal.aborted) return;
    timeline.origin ??= clock.monotonic();
    shift ??= timeOn(timeline, clock) - frame.decodeTime;
    send({ ...frame, decodeTime: frame.decodeTime + shift });
  }
}

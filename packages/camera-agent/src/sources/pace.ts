import type { Clock } from '../kernel/clock.ts';
import type { Frame } from './frame-source.ts';

/** When the zero of a timeline is or was, monotonic ms; null before its first frame. Streams of one picture share it. */
export interface Timeline {
  origin: number | null;
}

/** Hands frames out when their time has come; the first one of a timeline at once. */
export async function pace(frames: AsyncGenerator<Frame, void>, timeline: Timeline, clock: Clock, signal: AbortSignal, send: (frame: Frame) => void): Promise<void> {
  for await (const frame of frames) {
    timeline.origin ??= clock.monotonic() - frame.decodeTime * 1000;
    const delay = timeline.origin + frame.decodeTime * 1000 - clock.monotonic();
    // After a sleep of the machine, go on from now instead of sending hours at once.
    if (delay < -10_000) timeline.origin -= delay;
    if (delay > 1) await clock.wait(delay, signal);
    if (signal.aborted) return;
    send(frame);
  }
}

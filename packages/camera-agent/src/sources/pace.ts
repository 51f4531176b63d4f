import type { Clock } from '../kernel/clock.ts';
import type { Frame } from './frame-source.ts';

/** Hands frames out when their time has come; the first one at once. */
export async function pace(frames: AsyncGenerator<Frame, void>, clock: Clock, signal: AbortSignal, send: (frame: Frame) => void): Promise<void> {
  let origin: number | null = null;
  for await (const frame of frames) {
    origin ??= clock.monotonic() - frame.decodeTime * 1000;
    const delay = origin + frame.decodeTime * 1000 - clock.monotonic();
    // After a sleep of the machine, go on from now instead of sending hours at once.
    if (delay < -10_000) origin -= delay;
    if (delay > 1) await clock.wait(delay, signal);
    if (signal.aborted) return;
    send(frame);
  }
}

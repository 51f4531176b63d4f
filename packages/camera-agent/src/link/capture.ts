import type { Clock } from '../kernel/clock.ts';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import { pace, type Timeline } from '../sources/pace.ts';
import { backOff } from './back-off.ts';

export interface CaptureOptions {
  readonly source: FrameSource;
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onFrame: (frame: Frame) => void;
  /** The camera is away; it is tried again. In words for the person who started the agent. */
  readonly onProblem: (problem: string) => void;
}

/** A camera that does not accept the password locks whoever tries it often, ms. */
const refusedPause = 5 * 60_000;

/** Runs a source until the signal aborts, and opens it again whenever it ends. */
export async function capture({ source, timeline, clock, random, onFrame, onProblem }: CaptureOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let downSince = clock.monotonic();
  const take = (frame: Frame): void => {
    failures = 0;
    downSince = clock.monotonic();
    onFrame(frame);
  };
  while (!signal.aborted) {
    const error = await pace(source, timeline, clock, signal, take).then(
      () => new SourceError('The source has ended.'),
      (cause: unknown) => cause,
    );
    if (signal.aborted) return;
    failures += 1;
    onProblem(error instanceof Error ? error.message : String(error));
    const isRefused = error instanceof SourceError && error.isRefused;
    await clock.wait(isRefused ? refusedPause : backOff(failures, random(), clock.monotonic() - downSince), signal);
  }
}

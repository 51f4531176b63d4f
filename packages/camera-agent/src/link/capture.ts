import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import { pace, type Timeline } from '../sources/pace.ts';
import { retryDelay } from './retry-delay.ts';

export interface CaptureOptions {
  readonly source: FrameSource;
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onFrame: (frame: Frame) => void;
  /** Reports an unreachable camera, in words for the operator; the source is retried. */
  readonly onProblem: (problem: string) => void;
}

/** Many cameras lock an account after repeated wrong passwords, so retries are rare, ms. */
const refusedRetryDelayMs = 5 * 60_000;

/** Runs a source until the signal aborts, and reopens it whenever it ends. */
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
    await wait(clock, isRefused ? refusedRetryDelayMs : retryDelay(failures, random(), clock.monotonic() - downSince), signal);
  }
}

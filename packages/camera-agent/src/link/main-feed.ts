import type { AgentStream } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../kernel/clock.ts';
import type { Frame, FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import { capture } from './capture.ts';
import { createKeptFrames, type KeptFrames } from './kept-frames.ts';

/** What the server gets as the main stream. It runs on while there is no connection, so that a cut loses nothing. */
export interface MainFeed {
  readonly kept: KeptFrames;
  /** Goes over to this source at its next key frame; until then the other one goes on. */
  use(quality: AgentStream): void;
  /** Told after each new frame, and when the camera goes away. One listener; null for none. */
  listen(listener: MainFeedListener | null): void;
}

export interface MainFeedListener {
  onFrame(): void;
  onGone(): void;
}

export interface MainFeedOptions {
  readonly main: FrameSource;
  /** Stands in while the uplink is too slow. */
  readonly low: FrameSource | undefined;
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onProblem: (problem: string) => void;
}

interface Running {
  readonly quality: AgentStream;
  readonly stop: () => void;
}

export function createMainFeed({ main, low, timeline, clock, random, onProblem }: MainFeedOptions, signal: AbortSignal): MainFeed {
  const kept = createKeptFrames();
  const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  let listener: MainFeedListener | null = null;
  let current: Running | null = null;
  let next: Running | null = null;

  const start = (quality: AgentStream, source: FrameSource): Running => {
    const abort = new AbortController();
    const running: Running = { quality, stop: () => abort.abort() };
    const onFrame = (frame: Frame): void => {
      if (frame.decodeTime <= last[frame.kind]) return;
      if (running !== current) {
        if (running !== next || frame.kind !== 'video' || !frame.keyFrame) return;
        current?.stop();
        current = running;
        next = null;
      }
      last[frame.kind] = frame.decodeTime;
      kept.add(source, frame);
      listener?.onFrame();
    };
    void capture(
      {
        source, timeline, clock, random, onFrame,
        onProblem: (problem) => {
          onProblem(problem);
          if (running === current) listener?.onGone();
        },
      },
      AbortSignal.any([signal, abort.signal]),
    );
    return running;
  };
  next = start('main', main);

  return {
    kept,
    use: (quality) => {
      const source = quality === 'main' ? main : low;
      if (!source || (next ?? current)?.quality === quality) return;
      next?.stop();
      next = current?.quality === quality ? null : start(quality, source);
    },
    listen: (to) => {
      listener = to;
    },
  };
}

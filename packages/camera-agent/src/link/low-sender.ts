import type { Clock } from '@watchpost/contract/timing/clock';
import type { FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import { capture } from './capture.ts';
import type { Outlet } from './live-sender.ts';

export interface LowSending {
  readonly source: FrameSource;
  /** The main stream's timeline: both streams show the same moment. */
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly outlet: Outlet;
  readonly onProblem: (problem: string) => void;
}

/** With more bytes pending, frames are dropped up to the next key frame. The substream is not buffered. */
const maxPendingBytes = 1024 * 1024;

/** Sends the substream until the signal aborts. */
export function sendLow({ source, timeline, clock, random, outlet, onProblem }: LowSending, signal: AbortSignal): void {
  let isBehind = true;
  outlet.sendTracks('low', source, false);
  void capture(
    {
      source,
      timeline,
      clock,
      random,
      onProblem,
      onFrame: (frame) => {
        if (outlet.waiting > maxPendingBytes) isBehind = true;
        else if (frame.kind === 'video' && frame.keyFrame) isBehind = false;
        if (!isBehind) outlet.sendSample({ stream: 'low', ...frame });
      },
    },
    signal,
  );
}

import type { Clock } from '../kernel/clock.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import type { Timeline } from '../sources/pace.ts';
import { capture } from './capture.ts';
import type { Outlet } from './live-sender.ts';

export interface LowSending {
  readonly source: FrameSource;
  /** The low stream shows what the main one shows. */
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly random: () => number;
  readonly outlet: Outlet;
  readonly onProblem: (problem: string) => void;
}

/** More than this waiting, bytes: frames are dropped up to a key frame. Of a low stream nothing is kept. */
const mostWaiting = 1024 * 1024;

/** Sends the low stream until the signal aborts. */
export function sendLow({ source, timeline, clock, random, outlet, onProblem }: LowSending, signal: AbortSignal): void {
  let isBehind = true;
  outlet.sendTracks('low', source, false);
  void capture(
    {
      source, timeline, clock, random, onProblem,
      onFrame: (frame) => {
        if (outlet.waiting > mostWaiting) isBehind = true;
        else if (frame.kind === 'video' && frame.keyFrame) isBehind = false;
        if (!isBehind) outlet.sendSample({ stream: 'low', ...frame });
      },
    },
    signal,
  );
}

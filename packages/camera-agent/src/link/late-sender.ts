import type { AgentMissedSpan } from '@watchpost/contract/protocols/agent';
import type { FrameTracks, KeptFrames } from './kept-frames.ts';
import type { Outlet } from './live-sender.ts';

/** Bytes that are sent before it is looked whether the way is still free. */
const [smallestBatch, largestBatch] = [32 * 1024, 2 * 1024 * 1024];
/** A live picture may be held up so long by what is late, ms. */
const mostDelay = 250;

/** More at once while the way is free, less when it fills up. @param delay ms from the end of the last batch to its echo */
export function nextBatch(batch: number, delay: number): number {
  return Math.min(largestBatch, Math.max(smallestBatch, delay < mostDelay ? batch * 2 : Math.floor(batch / 2)));
}

export interface LateSenderDeps {
  readonly kept: KeptFrames;
  readonly outlet: Outlet;
  /** Resolves when everything sent so far has arrived, with the ms that took. */
  readonly roundTrip: () => Promise<number>;
}

/**
 * Sends what a cut held back, beside the live picture and behind it: after each batch it waits until that has arrived.
 * @returns whether it came to the end
 */
export async function sendLate({ kept, outlet, roundTrip }: LateSenderDeps, spans: readonly AgentMissedSpan[], signal: AbortSignal): Promise<boolean> {
  let told: FrameTracks | null = null;
  let batch = 2 * smallestBatch;
  let sent = 0;
  for (const { after, before } of spans) {
    for (let entry = kept.from(0); entry; entry = kept.from(entry.number + 1)) {
      const { decodeTime, data } = entry.frame;
      if (decodeTime >= before && entry.frame.kind === 'video') break;
      if (decodeTime <= (after ?? Number.NEGATIVE_INFINITY) || decodeTime >= before) continue;
      if (entry.tracks !== told) outlet.sendTracks('main', entry.tracks, true);
      told = entry.tracks;
      outlet.sendSample({ stream: 'main', ...entry.frame, late: true });
      sent += data.byteLength;
      if (sent < batch) continue;
      batch = nextBatch(batch, await roundTrip());
      sent = 0;
      if (signal.aborted || !outlet.isOpen) return false;
    }
  }
  return true;
}

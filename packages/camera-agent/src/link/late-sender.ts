import type { AgentMissedSpan } from '@watchpost/contract/protocols/agent';
import type { FrameTracks, KeptFrames } from './kept-frames.ts';
import type { Outlet } from './live-sender.ts';

/** Bytes to send before checking whether live frames are still on time. */
const [minBatchBytes, maxBatchBytes] = [32 * 1024, 2 * 1024 * 1024];
/** How long late frames may delay a live frame. */
const maxDelayMs = 250;

/** Grows the batch while the uplink is free, and shrinks it when the uplink fills up. @param delay ms from the end of the last batch to its echo */
export function nextBatch(batch: number, delay: number): number {
  return Math.min(maxBatchBytes, Math.max(minBatchBytes, delay < maxDelayMs ? batch * 2 : Math.floor(batch / 2)));
}

export interface LateSenderDeps {
  readonly kept: KeptFrames;
  readonly outlet: Outlet;
  /** Resolves when everything sent so far has arrived, with the ms that took. */
  readonly roundTrip: () => Promise<number>;
}

/**
 * Sends buffered frames after a cut, beside live frames and with lower priority: waits after each batch until it has arrived.
 * @returns whether all were sent
 */
export async function sendLate(
  { kept, outlet, roundTrip }: LateSenderDeps,
  spans: readonly AgentMissedSpan[],
  signal: AbortSignal,
): Promise<boolean> {
  let sentTracks: FrameTracks | null = null;
  let batch = 2 * minBatchBytes;
  let sent = 0;
  for (const { after, before } of spans) {
    for (let entry = kept.from(0); entry; entry = kept.from(entry.number + 1)) {
      const { decodeTime, data } = entry.frame;
      if (decodeTime >= before && entry.frame.kind === 'video') break;
      if (decodeTime <= (after ?? Number.NEGATIVE_INFINITY) || decodeTime >= before) continue;
      if (entry.tracks !== sentTracks) outlet.sendTracks('main', entry.tracks, true);
      sentTracks = entry.tracks;
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

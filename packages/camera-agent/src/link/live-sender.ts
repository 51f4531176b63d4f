import type { AgentSample, AgentStream } from '@watchpost/contract/protocols/agent';
import type { FrameTracks, KeptFrames } from './kept-frames.ts';

/** One connection's socket, for output. */
export interface Outlet {
  readonly isOpen: boolean;
  /** Bytes in the process that the socket has not accepted yet. */
  readonly waiting: number;
  sendSample(sample: AgentSample): void;
  sendTracks(stream: AgentStream, tracks: FrameTracks, isLate: boolean): void;
}

/** Sends the main stream as it is captured, starting with the newest key frame. */
export interface LiveSender {
  /** Sends pending frames; called after each new frame. */
  push(): void;
  /** Delay behind the newest frame, s. */
  readonly behind: number;
  /** Sends the tracks again before the next frame, because the server was notified that the stream ended. */
  reset(): void;
}

/** With more than this pending, frames stay here, where they can still be dropped. */
const maxPendingBytes = 1024 * 1024;
/** When it falls further behind, it continues with the newest key frame to stay live. */
const maxBehindSeconds = 4;

export function createLiveSender(kept: KeptFrames, outlet: Outlet): LiveSender {
  let next: number | null = null;
  let sentTracks: FrameTracks | null = null;
  const behind = (): number => {
    const entry = next === null ? undefined : kept.from(next);
    return entry ? kept.newestTime - entry.frame.decodeTime : 0;
  };
  return {
    push: () => {
      if (!outlet.isOpen) return;
      const newest = kept.newestKey;
      if (newest === null) return;
      if (next === null || (newest > next && behind() > maxBehindSeconds)) next = newest;
      for (let entry = kept.from(next); entry && outlet.waiting < maxPendingBytes; entry = kept.from(next)) {
        if (entry.tracks !== sentTracks) outlet.sendTracks('main', entry.tracks, false);
        sentTracks = entry.tracks;
        outlet.sendSample({ stream: 'main', ...entry.frame });
        next = entry.number + 1;
      }
    },
    get behind() {
      return behind();
    },
    reset: () => {
      next = null;
      sentTracks = null;
    },
  };
}

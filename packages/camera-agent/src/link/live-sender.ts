import type { AgentSample, AgentStream } from '@watchpost/contract/protocols/agent';
import type { FrameTracks, KeptFrames } from './kept-frames.ts';

/** The way out: one connection's socket. */
export interface Outlet {
  readonly isOpen: boolean;
  /** Bytes that wait in the process for the socket to take them. */
  readonly waiting: number;
  sendSample(sample: AgentSample): void;
  sendTracks(stream: AgentStream, tracks: FrameTracks, isLate: boolean): void;
}

/** Sends the main stream as it is made, from the newest key frame on. */
export interface LiveSender {
  /** Sends what there is; called after each new frame. */
  push(): void;
  /** How far it is behind the newest frame, s. */
  readonly behind: number;
  /** The next picture needs its tracks again: the server has been told that the stream ended. */
  reset(): void;
}

/** More than this waiting, bytes: what is ready stays here, where it can still be left out. */
const mostWaiting = 1024 * 1024;
/** Further behind, s, it goes on with the newest key frame: a live picture is now. */
const mostBehind = 4;

export function createLiveSender(kept: KeptFrames, outlet: Outlet): LiveSender {
  let next: number | null = null;
  let told: FrameTracks | null = null;
  const behind = (): number => {
    const entry = next === null ? undefined : kept.from(next);
    return entry ? kept.newestTime - entry.frame.decodeTime : 0;
  };
  return {
    push: () => {
      if (!outlet.isOpen) return;
      const newest = kept.newestKey;
      if (newest === null) return;
      if (next === null || (newest > next && behind() > mostBehind)) next = newest;
      for (let entry = kept.from(next); entry && outlet.waiting < mostWaiting; entry = kept.from(next)) {
        if (entry.tracks !== told) outlet.sendTracks('main', entry.tracks, false);
        told = entry.tracks;
        outlet.sendSample({ stream: 'main', ...entry.frame });
        next = entry.number + 1;
      }
    },
    get behind() {
      return behind();
    },
    reset: () => {
      next = null;
      told = null;
    },
  };
}

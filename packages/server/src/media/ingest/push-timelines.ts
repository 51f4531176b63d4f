import type { Clock } from '@watchpost/contract/timing/clock';
import { createReceivedSpans, type ReceivedSpans } from './received-spans.ts';
import { createWallClock, type WallClock } from './wall-clock.ts';

/** An agent's timeline, which outlives its connections: the same moment always gets the same place on the wall clock. */
export interface PushTimeline {
  /** Null for a timeline that ends with its connection. */
  readonly name: string | null;
  readonly wallClock: WallClock;
  readonly received: ReceivedSpans;
  /** Unix seconds minus the agent's, as of the newest live picture; null before the first. */
  base: number | null;
  /** Sound has arrived, however much of it was announced. */
  hasSound: boolean;
}

export interface PushTimelines {
  /** Opens the camera's timeline of this name; another name begins a new one. */
  open(cameraId: string, name: string): PushTimeline;
  forget(cameraId: string): void;
  /** Starts over: samples that the agent has buffered so far must not be recorded, and are not requested. */
  beginAnew(cameraId: string): void;
  /** Does the same for all cameras: the server's clock was set back. */
  beginAllAnew(): void;
}

export function createPushTimeline(clock: Clock, name: string | null, hasBefore = true): PushTimeline {
  return { name, wallClock: createWallClock(clock), received: createReceivedSpans(hasBefore), base: null, hasSound: false };
}

export function createPushTimelines(clock: Clock): PushTimelines {
  const timelines = new Map<string, PushTimeline>();
  const anew = new Set<string>();
  return {
    open: (cameraId, name) => {
      const known = timelines.get(cameraId);
      if (known?.name === name) return known;
      const timeline = createPushTimeline(clock, name, !anew.delete(cameraId));
      timelines.set(cameraId, timeline);
      return timeline;
    },
    forget: (cameraId) => {
      timelines.delete(cameraId);
      anew.delete(cameraId);
    },
    beginAnew: (cameraId) => {
      timelines.delete(cameraId);
      anew.add(cameraId);
    },
    beginAllAnew: () => {
      for (const cameraId of timelines.keys()) anew.add(cameraId);
      timelines.clear();
    },
  };
}

import type { CommandHandler } from '../control/command-handler.ts';
import { systemWallClock, type Clock } from '../kernel/clock.ts';
import type { MainFeed, MainTap } from '../link/main-feed.ts';
import { createSdCardHandlers } from '../sd-card/sd-card-handlers.ts';
import { createSdCard } from '../sd-card/sd-card.ts';

/** Where an SD card may be, and what is kept of it. */
export interface SdCardPlace {
  readonly folder: string;
  /** Bytes that may be used of it. */
  readonly quota: number;
  readonly settingsFile: string;
}

/** A camera's place for an SD card, between the camera and the server. */
export interface SdCardSlot {
  readonly handlers: readonly CommandHandler[];
  /** What is recorded from now on; a camera that restarts has another one. */
  onFeed(feed: Pick<MainFeed, 'tap'>): void;
  /** Whether the server sees the picture. */
  setSeen(isSeen: boolean): void;
  /** Until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface SdCardSlotOptions extends SdCardPlace {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly timeZone: () => string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export async function createSdCardSlot({ folder, quota, settingsFile, serverUrl, agentToken, timeZone, clock, log }: SdCardSlotOptions): Promise<SdCardSlot> {
  let feed: Pick<MainFeed, 'tap'> | null = null;
  let tapped: MainTap | null = null;
  let release = (): void => undefined;
  const tap = (onFrame: MainTap | null): void => {
    tapped = onFrame;
    const before = release;
    release = (onFrame && feed?.tap(onFrame)) ?? (() => undefined);
    before();
  };
  const card = await createSdCard({ card: folder, quota, settingsFile, tap, timeZone, clock, wallClock: systemWallClock, onProblem: log });
  return {
    handlers: createSdCardHandlers({ card, serverUrl, agentToken }),
    onFeed: (next) => {
      feed = next;
      tap(tapped);
    },
    setSeen: card.setSeen,
    run: card.run,
  };
}

import { type Clock } from '@watchpost/contract/timing/clock';
import type { CommandHandler } from '../control/command-handler.ts';
import { systemWallClock } from '../kernel/wall-clock.ts';
import type { MainFeed, MainTap } from '../link/main-feed.ts';
import { createSdCardHandlers } from '../sd-card/sd-card-handlers.ts';
import { createSdCard } from '../sd-card/sd-card.ts';

/** Location of the SD card, and what the agent stores about it. */
export interface SdCardPlace {
  readonly folder: string;
  /** Quota on the card, in bytes. */
  readonly quota: number;
  readonly settingsFile: string;
}

/** A camera's SD card slot; connects the camera to the server. */
export interface SdCardSlot {
  readonly handlers: readonly CommandHandler[];
  /** Sets the feed to record from; a restarted camera has a new one. */
  onFeed(feed: Pick<MainFeed, 'tap'>): void;
  /** Reports whether the server receives the picture. */
  setSeen(isSeen: boolean): void;
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface SdCardSlotOptions extends SdCardPlace {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly timeZone: () => string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export async function createSdCardSlot({
  folder,
  quota,
  settingsFile,
  serverUrl,
  agentToken,
  timeZone,
  clock,
  log,
}: SdCardSlotOptions): Promise<SdCardSlot> {
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

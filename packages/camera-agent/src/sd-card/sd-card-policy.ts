import type { ScheduleEntry } from '@watchpost/contract/protocols/schedule';
import type { SdCardRecording } from '@watchpost/contract/schemas/sd-card';
import type { Clock } from '../kernel/clock.ts';
import { isScheduled } from './sd-card-schedule.ts';

/** What is kept over a restart. */
export interface SdCardSettings {
  readonly recording: SdCardRecording;
  readonly schedule: readonly ScheduleEntry[];
}

/** Decides when there is something to record. */
export interface Policy {
  /** @param at Unix ms */
  isWanted(at: number): boolean;
  /** s */
  leadIn(): number;
  /** What the server's detection found. */
  setMoving(isMoving: boolean): void;
  /** Whether the server sees the picture, and so would tell what moves. */
  setSeen(isSeen: boolean): void;
}

export interface PolicyDeps {
  readonly settings: () => SdCardSettings;
  /** IANA name. */
  readonly timeZone: () => string;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Recorded before and after what moves, ms: as the cloud's archive does. */
const around = 10_000;
/** The server repeats several times meanwhile that something moves, ms: without a word it is over. */
const longestSilence = 45_000;

export function createPolicy({ settings, timeZone, clock }: PolicyDeps): Policy {
  let movesUntil = Number.NEGATIVE_INFINITY;
  let unseenSince: number | null = clock.monotonic();
  let known: { readonly minute: number; readonly schedule: readonly ScheduleEntry[]; readonly zone: string; readonly isWanted: boolean } | null = null;

  const isOnSchedule = (at: number): boolean => {
    const [minute, { schedule }, zone] = [Math.floor(at / 60_000), settings(), timeZone()];
    if (known?.minute !== minute || known.schedule !== schedule || known.zone !== zone) known = { minute, schedule, zone, isWanted: isScheduled(schedule, at, zone) };
    return known.isWanted;
  };
  /** Nobody looks for motion while the line is cut: then all of it is recorded. The lead-in covers the time until that is certain. */
  const isUnseen = (now: number): boolean => unseenSince !== null && now - unseenSince > around;

  return {
    isWanted: (at) => {
      switch (settings().recording) {
        case 'off':
          return false;
        case 'always':
          return true;
        case 'schedule':
          return isOnSchedule(at);
        case 'events':
          return clock.monotonic() < movesUntil || isUnseen(clock.monotonic());
      }
    },
    leadIn: () => (settings().recording === 'events' ? around / 1000 : 0),
    setMoving: (isMoving) => {
      const now = clock.monotonic();
      if (isMoving) movesUntil = now + longestSilence;
      else if (movesUntil > now) movesUntil = now + around;
    },
    setSeen: (isSeen) => {
      const now = clock.monotonic();
      // What moved before the cut is told anew if it still does.
      if (isSeen && unseenSince !== null && (isUnseen(now) || movesUntil > now)) movesUntil = now + around;
      unseenSince = isSeen ? null : (unseenSince ?? now);
    },
  };
}

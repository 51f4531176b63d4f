import type { ScheduleEntry } from '@watchpost/contract/protocols/schedule';
import type { SdCardRecording } from '@watchpost/contract/schemas/sd-card';
import type { Clock } from '@watchpost/contract/timing/clock';
import { isScheduled } from './sd-card-schedule.ts';

/** Settings that survive a restart. */
export interface SdCardSettings {
  readonly recording: SdCardRecording;
  readonly schedule: readonly ScheduleEntry[];
}

/** Decides when to record. */
export interface Policy {
  /** @param at Unix ms */
  isWanted(at: number): boolean;
  /** s */
  leadIn(): number;
  /** Reports the result of the server's motion detection. */
  setMoving(isMoving: boolean): void;
  /** Reports whether the server receives the picture and can therefore detect motion. */
  setSeen(isSeen: boolean): void;
}

export interface PolicyDeps {
  readonly settings: () => SdCardSettings;
  /** IANA name. */
  readonly timeZone: () => string;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Recorded before and after motion, ms; the same as in the cloud archive. */
const marginMs = 10_000;
/** The server repeats its report several times within this time while something moves; without one, the motion is over. */
const motionTimeoutMs = 45_000;

export function createPolicy({ settings, timeZone, clock }: PolicyDeps): Policy {
  let movesUntil = Number.NEGATIVE_INFINITY;
  let unseenSince: number | null = clock.monotonic();
  let known: {
    readonly minute: number;
    readonly schedule: readonly ScheduleEntry[];
    readonly zone: string;
    readonly isWanted: boolean;
  } | null = null;

  const isOnSchedule = (at: number): boolean => {
    const [minute, { schedule }, zone] = [Math.floor(at / 60_000), settings(), timeZone()];
    if (known?.minute !== minute || known.schedule !== schedule || known.zone !== zone)
      known = { minute, schedule, zone, isWanted: isScheduled(schedule, at, zone) };
    return known.isWanted;
  };
  /** No motion is detected during an outage, so everything is recorded. The lead-in covers the time until the outage is certain. */
  const isUnseen = (now: number): boolean => unseenSince !== null && now - unseenSince > marginMs;

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
    leadIn: () => (settings().recording === 'events' ? marginMs / 1000 : 0),
    setMoving: (isMoving) => {
      const now = clock.monotonic();
      if (isMoving) movesUntil = now + motionTimeoutMs;
      else if (movesUntil > now) movesUntil = now + marginMs;
    },
    setSeen: (isSeen) => {
      const now = clock.monotonic();
      // The server reports motion from before the outage again if it continues.
      if (isSeen && unseenSince !== null && (isUnseen(now) || movesUntil > now)) movesUntil = now + marginMs;
      unseenSince = isSeen ? null : (unseenSince ?? now);
    },
  };
}

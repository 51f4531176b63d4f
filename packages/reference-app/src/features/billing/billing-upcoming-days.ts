import { dayKey } from '../../shared/time/time-texts.ts';

/** What is charged on one day. */
export interface UpcomingDay {
  /** `2026-12-21` in the user's zone. */
  readonly key: string;
  /** The first charge of the day, Unix milliseconds. */
  readonly startDate: number;
  /** Minor units. */
  readonly amount: number;
  readonly cameraIds: readonly string[];
}

interface UpcomingItem {
  readonly cameraId: string;
  readonly startDate: number;
  readonly amount: number;
}

/** Puts charges together by day, the soonest first: one day is one charge. */
export function upcomingDays(items: readonly UpcomingItem[], timeZone: string): readonly UpcomingDay[] {
  const days = new Map<string, UpcomingDay>();
  for (const { cameraId, startDate, amount } of items.toSorted((a, b) => a.startDate - b.startDate)) {
    const key = dayKey(startDate, timeZone);
    const day = days.get(key) ?? { key, startDate, amount: 0, cameraIds: [] };
    days.set(key, { ...day, amount: day.amount + amount, cameraIds: [...day.cameraIds, cameraId] });
  }
  return [...days.values()];
}

import { useQuery } from '@tanstack/react-query';
import { addDays, addMonths } from '@watchpost/sdk-core';
import type { ArchiveDay, CalendarDate } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

/** Refresh interval, ms: today grows, and older footage may be deleted. */
const refreshIntervalMs = 60_000;

export interface MonthDays {
  /** By date; undefined until the first response. */
  readonly days: ReadonlyMap<CalendarDate, ArchiveDay> | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Returns the days with footage in a month and in the weeks around it. @param month any day of the month */
export function useMonthDays(cameraId: string, month: CalendarDate): MonthDays {
  const client = useClient();
  const first = `${month.slice(0, 8)}01`;
  const range = { from: addDays(first, -7), to: addDays(addMonths(first, 1), 6) };
  const { data, error, refetch } = useQuery({
    queryKey: ['archive', 'days', cameraId, first],
    queryFn: async ({ signal }) => new Map((await client.archive.days(cameraId, range, { signal })).days.map((day) => [day.date, day])),
    refetchInterval: refreshIntervalMs,
    structuralSharing: false,
  });
  return { days: data, error, retry: () => void refetch() };
}

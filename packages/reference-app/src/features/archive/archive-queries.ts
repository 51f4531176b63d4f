import { addDays, addMonths } from '@watchpost/sdk-core';
import type { ArchiveDay, CalendarDate } from '@watchpost/sdk-core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/client.tsx';

/** Today grows; the rest may have been deleted meanwhile. Milliseconds. */
const refreshInterval = 60_000;

export interface MonthDays {
  /** By date; undefined until the first answer. */
  readonly days: ReadonlyMap<CalendarDate, ArchiveDay> | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Days with footage of a month, and of the week before and after it. @param month any day of it */
export function useMonthDays(cameraId: string, month: CalendarDate): MonthDays {
  const client = useClient();
  const first = `${month.slice(0, 8)}01`;
  const range = { from: addDays(first, -7), to: addDays(addMonths(first, 1), 6) };
  const { data, error, refetch } = useQuery({
    queryKey: ['archive', 'days', cameraId, first],
    queryFn: async ({ signal }) => new Map((await client.archive.days(cameraId, range, { signal })).days.map((day) => [day.date, day])),
    refetchInterval: refreshInterval,
    structuralSharing: false,
  });
  return { days: data, error, retry: () => void refetch() };
}

import { useQuery } from '@tanstack/react-query';
import { addDays, addMonths } from '@watchpost/sdk-core';
import type { CalendarDate, EventType } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { askedFor } from './events-queries.ts';

export interface EventDaysQuery {
  /** Absent: all cameras; empty: none. */
  readonly cameraIds: readonly string[] | undefined;
  /** The location that contains exactly these cameras. */
  readonly locationId?: string | undefined;
  readonly type: EventType | null;
  readonly timeZone: string;
  /** Any day of the month. */
  readonly month: CalendarDate;
}

export interface EventDays {
  /** Undefined until the first response. */
  readonly days: ReadonlySet<CalendarDate> | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Refresh interval of an open calendar, ms: today may get its first event, and old ones expire. */
const refreshIntervalMs = 60_000;

const none: ReadonlySet<CalendarDate> = new Set();

/** Returns the days of a month that have events. */
export function useEventDays({ cameraIds, locationId, type, timeZone, month }: EventDaysQuery): EventDays {
  const client = useClient();
  const from = `${month.slice(0, 8)}01`;
  const isNone = cameraIds?.length === 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['event-days', { cameraIds: cameraIds ?? null, type, timeZone, from }],
    queryFn: async ({ signal }) =>
      new Set(
        await client.events.days(
          { ...askedFor({ cameraIds, locationId }), types: type ? [type] : [], from, to: addDays(addMonths(from, 1), -1), timeZone },
          { signal },
        ),
      ),
    enabled: !isNone,
    refetchInterval: refreshIntervalMs,
    structuralSharing: false,
  });
  return { days: isNone ? none : data, error, retry: () => void refetch() };
}

import { addDays, addMonths } from '@watchpost/sdk-core';
import type { CalendarDate, EventType } from '@watchpost/sdk-core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/client.tsx';
import { askedFor } from './events-queries.ts';

export interface EventDaysQuery {
  /** All cameras when absent, none when empty. */
  readonly cameraIds: readonly string[] | undefined;
  /** The location that these cameras are all of. */
  readonly locationId?: string | undefined;
  readonly type: EventType | null;
  readonly timeZone: string;
  /** Any day of it. */
  readonly month: CalendarDate;
}

export interface EventDays {
  /** Undefined until the first answer. */
  readonly days: ReadonlySet<CalendarDate> | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** While a calendar is open, milliseconds: today may get its first event, and old ones expire. */
const refreshInterval = 60_000;

const none: ReadonlySet<CalendarDate> = new Set();

/** The days of a month on which something happened. */
export function useEventDays({ cameraIds, locationId, type, timeZone, month }: EventDaysQuery): EventDays {
  const client = useClient();
  const from = `${month.slice(0, 8)}01`;
  const isNone = cameraIds?.length === 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['event-days', { cameraIds: cameraIds ?? null, type, timeZone, from }],
    queryFn: async ({ signal }) => new Set(await client.events.days({ ...askedFor({ cameraIds, locationId }), types: type ? [type] : [], from, to: addDays(addMonths(from, 1), -1), timeZone }, { signal })),
    enabled: !isNone,
    refetchInterval: refreshInterval,
    structuralSharing: false,
  });
  return { days: isNone ? none : data, error, retry: () => void refetch() };
}

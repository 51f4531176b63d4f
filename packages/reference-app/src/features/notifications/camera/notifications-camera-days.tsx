import { useQueries } from '@tanstack/react-query';
import { addDays, dayOf, dayRange, formatDate, formatNumber } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

interface DaysProps {
  readonly cameraId: string;
  /** The types that reach the user. */
  readonly types: readonly AlertType[];
}

const shownDays = 7;

/** How many events of these types each of the last days had: whether the settings are calm enough. Nothing for users without the archive. */
export function EventsOfDays({ cameraId, types }: DaysProps): ReactNode {
  const { events } = useClient();
  const serverNow = useServerNow();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const today = dayOf(serverNow(), timeZone);
  const days = Array.from({ length: shownDays }, (_, index) => addDays(today, index - shownDays + 1));
  const answers = useQueries({
    queries: days.map((day) => ({
      queryKey: ['alert-days', cameraId, day, timeZone],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        events.counts({ cameraIds: [cameraId], ...dayRange(day, timeZone) }, { signal }),
      retry: false,
      staleTime: 60_000,
    })),
  });
  const counts = answers.map(({ data }) => data && types.reduce((sum, type) => sum + (data.types[type] ?? 0), 0));
  if (answers.some(({ isError }) => isError)) return null;
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  const locale = currentLocale();
  return (
    <figure className="alerts-days">
      <figcaption className="small dim">{text('days7')}</figcaption>
      <ol>
        {days.map((day, index) => {
          const count = counts[index];
          const at = dayRange(day, timeZone).from;
          return (
            <li key={day}>
              <b className="n">{count === undefined ? '\u00A0' : formatNumber(count, { locale })}</b>
              <i aria-hidden="true" style={{ blockSize: `${((count ?? 0) / most) * 100}%` }} />
              <span>{formatDate(at, { locale, timeZone, month: 'short' })}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

import type { ArchiveDay, CalendarDate } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/calendar/calendar-texts.ts';
import { Calendar } from '../../shared/calendar/calendar.tsx';
import type { CalendarDay } from '../../shared/calendar/calendar.tsx';
import { useMonthDays } from './archive-queries.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { roughDuration, text } from './archive-texts.ts';

export interface ArchiveCalendarProps {
  readonly cameraId: string;
  /** The camera's time zone, IANA name. */
  readonly timeZone: string;
  /** The day that is on the screen. */
  readonly shown: CalendarDate;
  /** The user chose a day with footage. */
  readonly onDay: (day: ArchiveDay) => void;
}

/** Shows which days were recorded, and how much of each. Days without footage can be focused but not chosen. */
export function ArchiveCalendar({ cameraId, timeZone, shown, onDay }: ArchiveCalendarProps): ReactNode {
  const now = useServerNow();
  const [focused, setFocused] = useState(shown);
  const { days, error, retry } = useMonthDays(cameraId, focused);

  // Playback continued into another day, or the user went there by other means.
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setFocused(shown);
  }
  const choose = (date: CalendarDate): void => {
    const day = days?.get(date);
    if (day) onDay(day);
  };
  return (
    <Calendar
      label={text('calendar')}
      timeZone={timeZone}
      shown={shown}
      focused={focused}
      onFocus={setFocused}
      describe={(date) => describe(date, days?.get(date), now())}
      onDay={choose}
      isBusy={!days}
      error={days ? null : error}
      onRetry={retry}
    />
  );
}

function describe(date: CalendarDate, day: ArchiveDay | undefined, now: number): CalendarDay {
  if (!day) return { label: text('nothing', { date: dateText(date) }), isOff: true };
  // The current day counts as full if it was recorded completely up to now.
  const length = Math.max(1, Math.min(day.to, now) - day.from);
  return {
    label: text('recorded', { date: dateText(date), duration: roughDuration(day.recorded) }),
    isOff: false,
    mark: (
      <span className="calendar-amount">
        <span style={{ width: `${Math.min(100, Math.max(8, (day.recorded / length) * 100))}%` }} />
      </span>
    ),
  };
}

import { addMonths, calendarKey, dayOf, errorText, monthWeeks } from '@watchpost/sdk-core';
import type { ArchiveDay, CalendarDate } from '@watchpost/sdk-core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { browserClock } from '../../shared/browser/clock.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { useMonthDays } from './archive-queries.ts';
import { dateText, monthText, roughDuration, text, weekdayTexts } from './archive-texts.ts';
import './archive-calendar.css';

const emptyWeek: readonly null[] = Array.from({ length: 7 }, () => null);

export interface ArchiveCalendarProps {
  readonly cameraId: string;
  /** Of the camera. */
  readonly timeZone: string;
  /** The day that is on the screen. */
  readonly shown: CalendarDate;
  /** Somebody chose a day with footage. */
  readonly onDay: (day: ArchiveDay) => void;
}

/** Which days were recorded, and how much of each: a grid of dates as WAI-ARIA describes it. Days without footage can be reached, not chosen. */
export function ArchiveCalendar({ cameraId, timeZone, shown, onDay }: ArchiveCalendarProps): ReactNode {
  const [focused, setFocused] = useState(shown);
  const wantsFocus = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  const { days, error, retry } = useMonthDays(cameraId, focused);
  const today = dayOf(browserClock.now(), timeZone);

  // Playback went on into another day, or somebody went there by other means.
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setFocused(shown);
  }
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = calendarKey(focused, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    wantsFocus.current = true;
    setFocused(next > today ? today : next);
  };
  const month = focused.slice(0, 7);
  const isLast = month >= today.slice(0, 7);
  const weeks = monthWeeks(focused);
  return (
    <section className="calendar" aria-label={text('calendar')}>
      <div className="calendar-top">
        <h2 className="grow" aria-live="polite">{monthText(focused)}</h2>
        <IconButton label={text('previousMonth')} onClick={() => setFocused(addMonths(focused, -1))}><ChevronLeft size={20} /></IconButton>
        <IconButton label={text('nextMonth')} disabled={isLast} onClick={() => { const next = addMonths(focused, 1); setFocused(next > today ? today : next); }}><ChevronRight size={20} /></IconButton>
      </div>
      {error && !days ? (
        <div className="calendar-note">
          <b>{text('failed')}</b>
          <p>{errorText(error, currentLocale())}</p>
          <Button size="s" onClick={retry}>{text('retry')}</Button>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its days
        <div role="grid" className="calendar-grid" ref={grid} aria-label={monthText(focused)} aria-busy={!days} onKeyDown={onKeyDown}>
          <div role="row" className="calendar-row">
            {weekdayTexts().map(({ short, long }) => <span key={long} role="columnheader" aria-label={long}>{short}</span>)}
          </div>
          {Array.from({ length: 6 }, (_, row) => (
            <div key={row} role="row" className="calendar-row">
              {(weeks[row] ?? emptyWeek).map((date, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the place in the week is what a cell is
                <div key={column} role="gridcell" aria-selected={date === shown || undefined}>
                  {date && <DayButton date={date} day={days?.get(date)} isShown={date === shown} isToday={date === today} isFocus={date === focused} onDay={onDay} onFocus={() => setFocused(date)} />}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

interface DayButtonProps {
  readonly date: CalendarDate;
  readonly day: ArchiveDay | undefined;
  readonly isShown: boolean;
  readonly isToday: boolean;
  readonly isFocus: boolean;
  readonly onDay: (day: ArchiveDay) => void;
  readonly onFocus: () => void;
}

function DayButton({ date, day, isShown, isToday, isFocus, onDay, onFocus }: DayButtonProps): ReactNode {
  // A day that is not over is as full as it can be by now.
  const length = day ? Math.max(1, Math.min(day.to, browserClock.now()) - day.from) : 1;
  const label = day ? text('recorded', { date: dateText(date), duration: roughDuration(day.recorded) }) : text('nothing', { date: dateText(date) });
  return (
    <button
      type="button" tabIndex={isFocus ? 0 : -1} className={day ? 'calendar-day' : 'calendar-day off'} data-date={date} aria-label={label} aria-disabled={day ? undefined : true}
      aria-current={isToday ? 'date' : undefined} aria-pressed={isShown} onFocus={onFocus} onClick={() => day && onDay(day)}
    >
      {Number(date.slice(8))}
      {day && <span className="calendar-amount"><span style={{ width: `${Math.min(100, Math.max(8, (day.recorded / length) * 100))}%` }} /></span>}
    </button>
  );
}

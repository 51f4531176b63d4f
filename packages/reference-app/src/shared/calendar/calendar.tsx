import { addMonths, calendarKey, dayOf, errorText, monthWeeks } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { currentLocale } from '../i18n/i18n.ts';
import { useServerNow } from '../live/capabilities.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { monthText, text, weekdayTexts } from './calendar-texts.ts';
import './calendar.css';

const emptyWeek: readonly null[] = Array.from({ length: 7 }, () => null);

/** What a calendar shows for a day. */
export interface CalendarDay {
  /** Read by screen readers: the date and its content. */
  readonly label: string;
  /** The day has no content: it can be focused but not chosen. */
  readonly isOff: boolean;
  /** Shown below the day's number. */
  readonly mark?: ReactNode;
}

export interface CalendarProps {
  readonly label: string;
  /** Time zone that defines today, the last selectable day; IANA name. */
  readonly timeZone: string;
  /** The day that is on the screen. */
  readonly shown: CalendarDate | null;
  /** The day that arrow keys start from; its month is visible. */
  readonly focused: CalendarDate;
  readonly onFocus: (date: CalendarDate) => void;
  readonly describe: (date: CalendarDate) => CalendarDay;
  /** Called only for days that can be chosen. */
  readonly onDay: (date: CalendarDate) => void;
  /** The days' content is loading. */
  readonly isBusy: boolean;
  /** Loading failed, and no earlier content is known. */
  readonly error?: Error | null | undefined;
  readonly onRetry: () => void;
  /** Moves focus to a day when the calendar opens in a dialog. */
  readonly takesFocus?: boolean;
}

/** A month as a WAI-ARIA grid of dates, starting on Monday. */
export function Calendar({
  label,
  timeZone,
  shown,
  focused,
  onFocus,
  describe,
  onDay,
  isBusy,
  error,
  onRetry,
  takesFocus = false,
}: CalendarProps): ReactNode {
  const wantsFocus = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  const today = dayOf(useServerNow()(), timeZone);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);

  const go = (date: CalendarDate): void => onFocus(date > today ? today : date);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = calendarKey(focused, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    wantsFocus.current = true;
    go(next);
  };
  const isLast = focused.slice(0, 7) >= today.slice(0, 7);
  const weeks = monthWeeks(focused);
  return (
    <section className="calendar" aria-label={label}>
      <div className="calendar-top">
        <h2 className="grow" aria-live="polite">
          {monthText(focused)}
        </h2>
        <IconButton label={text('previousMonth')} onClick={() => go(addMonths(focused, -1))}>
          <ChevronLeft size={20} />
        </IconButton>
        <IconButton label={text('nextMonth')} disabled={isLast} onClick={() => go(addMonths(focused, 1))}>
          <ChevronRight size={20} />
        </IconButton>
      </div>
      {error ? (
        <div className="calendar-note">
          <b>{text('failed')}</b>
          <p>{errorText(error, currentLocale())}</p>
          <Button size="s" onClick={onRetry}>
            {text('retry')}
          </Button>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its days
        <div role="grid" className="calendar-grid" ref={grid} aria-label={monthText(focused)} aria-busy={isBusy} onKeyDown={onKeyDown}>
          <div role="row" className="calendar-row">
            {weekdayTexts().map(({ short, long }) => (
              <span key={long} role="columnheader" aria-label={long}>
                {short}
              </span>
            ))}
          </div>
          {Array.from({ length: 6 }, (_, row) => (
            <div key={row} role="row" className="calendar-row">
              {(weeks[row] ?? emptyWeek).map((date, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the place in the week is what a cell is
                <div key={column} role="gridcell" aria-selected={(date !== null && date === shown) || undefined}>
                  {date && (
                    <DayButton
                      date={date}
                      day={describe(date)}
                      isShown={date === shown}
                      isToday={date === today}
                      isFocus={date === focused}
                      takesFocus={takesFocus}
                      onDay={() => onDay(date)}
                      onFocus={() => onFocus(date)}
                    />
                  )}
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
  readonly day: CalendarDay;
  readonly isShown: boolean;
  readonly isToday: boolean;
  readonly isFocus: boolean;
  readonly takesFocus: boolean;
  readonly onDay: () => void;
  readonly onFocus: () => void;
}

function DayButton({
  date,
  day: { label, isOff, mark },
  isShown,
  isToday,
  isFocus,
  takesFocus,
  onDay,
  onFocus,
}: DayButtonProps): ReactNode {
  return (
    <button
      type="button"
      tabIndex={isFocus ? 0 : -1}
      className={isOff ? 'calendar-day off' : 'calendar-day'}
      data-date={date}
      data-autofocus={(isFocus && takesFocus) || undefined}
      aria-label={label}
      aria-disabled={isOff || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isShown}
      onFocus={onFocus}
      onClick={() => {
        if (!isOff) onDay();
      }}
    >
      {Number(date.slice(8))}
      {mark}
    </button>
  );
}

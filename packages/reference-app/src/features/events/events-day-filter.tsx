import { dayOf } from '@watchpost/sdk-core';
import type { CalendarDate, EventType } from '@watchpost/sdk-core';
import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { dateText } from '../../shared/calendar/calendar-texts.ts';
import { Calendar } from '../../shared/calendar/calendar.tsx';
import type { CalendarDay } from '../../shared/calendar/calendar.tsx';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Popper } from '../../shared/ui/popper.tsx';
import { useEventDays } from './events-days-query.ts';
import { text } from './events-texts.ts';

export interface DayFilterProps {
  /** The listed cameras; absent: all, empty: none. */
  readonly cameraIds: readonly string[] | undefined;
  /** The location that contains exactly these cameras. */
  readonly locationId?: string | undefined;
  /** Null: all types. */
  readonly type: EventType | null;
  /** The time zone that defines days, IANA name. */
  readonly timeZone: string;
  /** Null: every day. */
  readonly value: CalendarDate | null;
  readonly onValue: (day: CalendarDate | null) => void;
}

/** Filters events by day, with a calendar that marks the days that have events. */
export function DayFilter({ value, onValue, ...calendar }: DayFilterProps): ReactNode {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const choose = (day: CalendarDate | null): void => {
    close();
    onValue(day);
  };
  return (
    <div className="wp-field">
      <span className="wp-field-label" id={`${id}-label`}>
        {text('day')}
      </span>
      <button
        ref={trigger}
        type="button"
        className="wp-input events-day-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-value ${id}-label`}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-value`} className="grow cut">
          {value === null ? text('allDays') : dateText(value)}
        </span>
        <CalendarDays size={16} aria-hidden="true" />
      </button>
      <Popper open={isOpen} onClose={close} trigger={trigger} role="dialog" label={text('chooseDay')} takesFocus closesOnBlur>
        <EventCalendar {...calendar} value={value} onDay={choose} />
        {value === null ? null : (
          <div className="events-day-all">
            <Button look="quiet" onClick={() => choose(null)}>
              {text('allDays')}
            </Button>
          </div>
        )}
      </Popper>
    </div>
  );
}

function EventCalendar({
  cameraIds,
  locationId,
  type,
  timeZone,
  value,
  onDay,
}: Omit<DayFilterProps, 'onValue'> & { readonly onDay: (day: CalendarDate) => void }): ReactNode {
  const now = useServerNow();
  const [focused, setFocused] = useState(() => value ?? dayOf(now(), timeZone));
  const { days, error, retry } = useEventDays({ cameraIds, locationId, type, timeZone, month: focused });
  const describe = (date: CalendarDate): CalendarDay => {
    const isOff = days?.has(date) !== true;
    return {
      label: text(isOff ? 'dayWithout' : 'dayWith', { date: dateText(date) }),
      isOff,
      mark: isOff ? null : <span className="calendar-mark" />,
    };
  };
  return (
    <Calendar
      label={text('chooseDay')}
      timeZone={timeZone}
      shown={value}
      focused={focused}
      onFocus={setFocused}
      describe={describe}
      onDay={onDay}
      isBusy={!days}
      error={days ? null : error}
      onRetry={retry}
      takesFocus
    />
  );
}

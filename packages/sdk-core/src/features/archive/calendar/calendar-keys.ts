import { addDays, addMonths, weekdayOf } from './calendar-days.ts';
import type { CalendarDate } from './calendar-days.ts';

/**
 * Returns the date to which a key moves in a calendar grid (WAI-ARIA date grid): arrows by a day or a week, Home and End to the week's
 * ends, Page Up and Down by a month, with Shift by a year. Null for any other key.
 */
export function calendarKey(date: CalendarDate, key: string, shift: boolean): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return addMonths(date, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(date, shift ? 12 : 1);
    default:
      return null;
  }
}

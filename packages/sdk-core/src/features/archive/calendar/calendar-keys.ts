import { addDays, addMonths, weekdayOf } from './calendar-days.ts';
import type { CalendarDate } from './calendar-days.ts';

/**
 * Where a key leads from a day in a calendar grid (WAI-ARIA date grid): arrows a day or a week, Home and End the week's
 * ends, Page Up and Down a month, with Shift a year. Null: the key is not the calendar's.
 */
export function calendarKey(date: CalendarDate, key: string, shift: boolean): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft': return addDays(date, -1);
    case 'ArrowRight': return addDays(date, 1);
    case 'ArrowUp': return addDays(date, -7);
    case 'ArrowDown': return addDays(date, 7);
    case 'Home': return addDays(date, -weekdayOf(date));
    case 'End': return addDays(date, 6 - weekdayOf(date));
    case 'PageUp': return addMonths(date, shift ? -12 : -1);
    case 'PageDown': return addMonths(date, shift ? 12 : 1);
    default: return null;
  }
}

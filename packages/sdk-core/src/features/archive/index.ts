export { createArchiveApi } from './archive-api.ts';
export { addDays, addMonths, dayOf, dayRange, isCalendarDate, monthWeeks, weekdayOf } from './calendar/calendar-days.ts';
export type { CalendarDate } from './calendar/calendar-days.ts';
export { calendarKey } from './calendar/calendar-keys.ts';
export { zoneOffset } from './calendar/calendar-zone.ts';
export type { ArchiveApi, TimeRange } from './archive-api.ts';
export type { ArchivePlaylist, ArchiveSegment } from './archive-playlist.ts';

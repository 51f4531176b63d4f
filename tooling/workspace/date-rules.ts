import ts from 'typescript';

/** Files that may format dates themselves, by the reason. All other code asks `formatMoment` and its neighbours: one date format for the whole product. */
export const dateFormatters: Readonly<Record<string, readonly string[]>> = {
  'the format itself; of email messages; headings of a calendar': [
    'packages/sdk-core/src/kernel/format/dates.ts',
    'packages/server/src/kernel/email-messages/email-message-dates.ts',
    'packages/reference-app/src/shared/calendar/calendar-texts.ts',
  ],
  'calculates in a time zone, and shows nothing': [
    'packages/camera-agent/src/sd-card/sd-card-schedule.ts',
    'packages/contract/src/access/daily-window.ts',
    'packages/contract/src/access/weekly-hours.ts',
    'packages/contract/src/kernel/iana-time-zone.ts',
    'packages/reference-app/src/shared/time/time-texts.ts',
    'packages/sdk-core/src/kernel/format/zones.ts',
    'packages/server/src/cli/doctor/machine-checks.ts',
    'packages/server/src/media/playback/zone-days.ts',
    'packages/widgets/src/features/player/controls/picture/snapshot-name.ts',
  ],
};
const formatters = new Set(Object.values(dateFormatters).flat());
const ownFormats = new Set(['toLocaleDateString', 'toLocaleTimeString', 'toDateString', 'toTimeString']);

/** Whether a file may format dates. @param file path from the root */
export function mayFormatDates(file: string): boolean {
  return formatters.has(file);
}

/** Returns what a node of the syntax tree formats a date with; null for anything else, the browser's time zone included. */
export function formatsDate(node: ts.Node): string | null {
  if (!ts.isPropertyAccessExpression(node)) return null;
  if (ownFormats.has(node.name.text)) return node.name.text;
  if (node.name.text !== 'DateTimeFormat') return null;
  const made = node.parent;
  return ts.isPropertyAccessExpression(made.parent) && made.parent.name.text === 'resolvedOptions' ? null : 'Intl.DateTimeFormat';
}

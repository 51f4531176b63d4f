import { formatTime } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { durationText, text } from '../events-texts.ts';
import { timeOf } from './events-stretches.ts';
import type { EventStretch } from './events-stretches.ts';

/** When something happened, and for how long. */
export function StretchTime({ stretch, timeZone }: { readonly stretch: EventStretch; readonly timeZone: string }): ReactNode {
  const { from, until } = timeOf(stretch);
  const locale = currentLocale();
  const isMoment = until !== null && until - from < 1000;
  const start = formatTime(from, { locale, timeZone, zone: until === null || isMoment });
  if (isMoment) return start;
  return (
    <>
      {until === null ? start : `${start}–${formatTime(until, { locale, timeZone, zone: true })}`}
      <span className="dimmer"> · {until === null ? text('goesOn') : durationText(until - from)}</span>
    </>
  );
}

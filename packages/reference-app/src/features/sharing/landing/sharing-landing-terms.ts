import { formatDate } from '@watchpost/sdk-core';
import type { Grant } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { landingTexts } from './sharing-landing-texts.ts';

const text = i18next.getFixedT(null, landingTexts);
const clock = (minutes: number): string => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Says an access in a few words, to compare it with another: "View only, without sound, until 28 November". */
export function shortTerms(grant: Grant, timeZone: string, now: number): string {
  const { access, withAudio, withArchive, dailyWindow, expiresAt } = grant;
  const year = (time: number): string => formatDate(time, { locale: 'en', timeZone, year: true }).slice(-4);
  const date = (time: number): string => formatDate(time, { locale: currentLocale(), timeZone, year: year(time) !== year(now) });
  return [
    text(access === 'full' ? 'termFull' : 'termView'),
    withAudio ? null : text('termNoSound'),
    withArchive ? null : text('termNoArchive'),
    dailyWindow && text('termHours', { from: clock(dailyWindow.fromMinutes), until: clock(dailyWindow.untilMinutes) }),
    expiresAt === null ? text('termNever') : text('termUntil', { date: date(expiresAt) }),
  ]
    .filter((term) => term !== null)
    .join(', ');
}

import type { Camera } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { dayText, knownZone } from '../../../shared/time/time-texts.ts';
import { text } from '../developers-texts.ts';
import type { Problem } from './developers-fields.ts';

/** From this time before its end on, an end stands out, ms. */
const soonMs = 14 * 86_400_000;

/** The reader's own zone. */
export function ownZone(): string {
  return knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Formats a day in the reader's zone: "21 November", with the year if it is not this one. */
export function day(time: number, now: number): string {
  return dayText(time, now, currentLocale(), ownZone());
}

export type NamedCamera = Pick<Camera, 'id' | 'title'>;

/** Names one or two cameras, counts more; null is all of them. */
export function camerasText(ids: readonly string[] | null, cameras: readonly NamedCamera[]): string {
  if (ids === null) return text('allCameras');
  if (ids.length > 2) return text('cameraCount', { count: ids.length });
  const titles = ids.map((id) => cameras.find((camera) => camera.id === id)?.title ?? text('gone'));
  return titles.join(', ');
}

/** Joins phrases and begins with a capital letter. */
export function sentenceOf(phrases: readonly string[]): string {
  const joined = phrases.join(', ');
  return joined.charAt(0).toLocaleUpperCase(currentLocale()) + joined.slice(1);
}

export interface Ending {
  readonly text: string;
  readonly isSoon: boolean;
}

/** Says when something ends or ended. */
export function endingOf(
  {
    state,
    expiresAt,
    revokedAt,
  }: { readonly state: 'active' | 'expired' | 'revoked'; readonly expiresAt: number | null; readonly revokedAt: number | null },
  now: number,
): Ending {
  if (state === 'revoked') return { text: text('revoked', { day: day(revokedAt ?? now, now) }), isSoon: false };
  if (expiresAt === null) return { text: text('expiresNever'), isSoon: false };
  if (state === 'expired') return { text: text('expired', { day: day(expiresAt, now) }), isSoon: false };
  const isSoon = expiresAt - now < soonMs;
  return { text: isSoon ? text('ends', { day: day(expiresAt, now) }) : day(expiresAt, now), isSoon };
}

export function problemText(problem: Problem | undefined): string | undefined {
  return problem && text(`problem.${problem.kind}`, { line: problem.line ?? '' });
}

import { formatAge, formatMoment, formatNumber, formatTime } from '@watchpost/sdk-core';
import type { Webhook, WebhookDelivery, WebhookEvent } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { dayOf } from '../../../shared/time/time-texts.ts';
import type { Tone } from '../parts/developers-tone.ts';
import { ownZone, sentenceOf } from '../parts/developers-say.ts';
import { text } from './developers-webhooks-texts.ts';

export const webhookEvents: readonly WebhookEvent[] = ['event.created', 'camera.offline', 'camera.online', 'clip.ready'];

export const stateTones: Readonly<Record<Webhook['state'], Tone>> = {
  new: 'neutral',
  working: 'accent',
  failing: 'danger',
  'given-up': 'danger',
  disabled: 'neutral',
};

/** Says what a webhook is called for: "Events, camera offline and online". */
export function eventsText(events: readonly WebhookEvent[]): string {
  const hasBoth = events.includes('camera.offline') && events.includes('camera.online');
  const said = webhookEvents.filter((event) => events.includes(event) && !(hasBoth && event.startsWith('camera.')));
  const words = said.map((event) => text(`event.${event}`));
  return sentenceOf(hasBoth ? [...words, text('awayAndBack')] : words);
}

/** Says when the next attempt is, or nothing. */
export function nextTryText({ nextAttemptAt }: Pick<Webhook, 'nextAttemptAt'>, now: number): string | null {
  if (nextAttemptAt === null) return null;
  return nextAttemptAt <= now ? text('nextTryNow') : text('nextTry', { time: formatAge(nextAttemptAt - now, { locale: currentLocale() }) });
}

/** Says why nothing gets through, and what to do; null while everything does. */
export function explanationOf({ state }: Pick<Webhook, 'state'>, last: WebhookDelivery | undefined): string | null {
  if (state === 'given-up' || state === 'disabled') return text(`explain.${state}`);
  if (state !== 'failing') return null;
  return last ? failureText(last) : null;
}

/** Says why a delivery did not get through; null if it did, or was not tried. */
export function failureText({ status, failure, state }: WebhookDelivery): string | null {
  if (state === 'delivered') return null;
  if (failure !== null) return text(`explain.${failure}`);
  return status === null ? null : text('explain.status', { status });
}

export function durationText(durationMs: number): string {
  const locale = currentLocale();
  return durationMs < 1000
    ? text('milliseconds', { number: formatNumber(durationMs, { locale, maximumFractionDigits: 0 }) })
    : text('seconds', { number: formatNumber(durationMs / 1000, { locale, maximumFractionDigits: 1 }) });
}

/** Formats a moment in the reader's zone: to the second today, with its day before. */
export function momentText(time: number, now: number): string {
  const options = { locale: currentLocale(), timeZone: ownZone() };
  return isToday(time, now) ? formatTime(time, options) : formatMoment(time, now, options);
}

export function isToday(time: number, now: number): boolean {
  return dayOf(time, now, ownZone()) === 'today';
}

/** Indents JSON; leaves anything else as it is. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

import { formatDate, formatTime, zoneOffset } from '@watchpost/sdk-core';
import type { Locale } from '@watchpost/sdk-core';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Where the band begins and ends, of the whole width. */
const bandStart = 0.0866;
const bandEnd = 0.9616;
/** Labels closer to an end than this, of the whole width, would touch the labels of "now" or of the end. */
const labelMargin = { start: 0.08, end: 0.14 } as const;
const maxTicks = 8;
const steps = [1, 2, 3, 6, 12, 24].map((hours) => hours * hourMs);

interface BandLabel {
  readonly text: string;
  /** Position of its middle, of the whole width, 0 to 1. */
  readonly at: number;
}

/** A scale from now to the end of access. Positions are of the whole width, 0 to 1. */
export interface OpenBand {
  readonly start: number;
  readonly end: number;
  readonly ticks: readonly number[];
  readonly labels: readonly BandLabel[];
  readonly endLabel: string;
  readonly duration: { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };
}

export interface BandOptions {
  readonly locale: Locale;
  /** IANA name. */
  readonly timeZone: string;
}

/** Lays out the time from now to the end of access. @param from Unix milliseconds @param until Unix milliseconds, after `from` */
export function openBand(from: number, until: number, { locale, timeZone }: BandOptions): OpenBand {
  const span = until - from;
  const place = (time: number): number => bandStart + ((time - from) / span) * (bandEnd - bandStart);
  const step = stepFor(span);
  const isByDay = step >= dayMs;
  const options = { locale, timeZone };
  const ticks = ticksOf(from, until, step, timeZone);
  // The number of a day stands in its middle; an hour, or the first day of several, at its tick.
  const labels = ticks
    .map((time) => ({
      text:
        step === dayMs ? dayNumber(time, options) : isByDay ? shortDate(time, options) : formatTime(time, { ...options, seconds: false }),
      at: place(step === dayMs ? time + dayMs / 2 : time),
    }))
    .filter(({ at }) => at > bandStart + labelMargin.start && at < bandEnd - labelMargin.end);
  const clock = formatTime(until, { ...options, seconds: false });
  return {
    start: bandStart,
    end: bandEnd,
    ticks: ticks.map(place),
    labels,
    endLabel: !isByDay ? clock : step === dayMs ? `${dayNumber(until, options)}, ${clock}` : shortDate(until, options),
    duration: durationOf(span),
  };
}

function stepFor(span: number): number {
  const days = Math.ceil(span / dayMs / maxTicks) * dayMs;
  return steps.find((step) => span / step <= maxTicks) ?? days;
}

/** Times at round hours or midnights of the zone. A change of its clocks in between shifts the later ones by an hour, which is less than a pixel. */
function ticksOf(from: number, until: number, step: number, timeZone: string): number[] {
  const offset = zoneOffset(from, timeZone);
  const first = Math.ceil((from + offset) / step) * step - offset;
  return Array.from({ length: Math.max(0, Math.ceil((until - first) / step)) }, (_, index) => first + index * step);
}

function durationOf(span: number): OpenBand['duration'] {
  if (span < hourMs) return { unit: 'minutes', count: Math.max(1, Math.round(span / 60_000)) };
  return span < 2 * dayMs ? { unit: 'hours', count: Math.round(span / hourMs) } : { unit: 'days', count: Math.round(span / dayMs) };
}

/** Reads the number from a whole date: some languages add a word to the number of a day alone. */
function dayNumber(time: number, options: BandOptions): string {
  return /\d+/.exec(formatDate(time, options))?.[0] ?? '';
}

function shortDate(time: number, options: BandOptions): string {
  return formatDate(time, { ...options, month: 'short' });
}

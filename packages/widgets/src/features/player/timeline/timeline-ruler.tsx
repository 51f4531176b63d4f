import type { JSX } from 'react';
import { formatDate, formatTime, zoneMark, zoneOffset } from '@watchpost/sdk-core';
import type { FormatOptions, Locale } from '@watchpost/sdk-core';
import { marks, rulerSteps } from './timeline-scale.ts';
import type { Mark, TimeWindow } from './timeline-scale.ts';

interface RulerProps {
  readonly window: TimeWindow;
  readonly width: number;
  readonly locale: Locale;
  readonly timeZone: string | undefined;
  /** The playhead; labels near it are hidden. */
  readonly head: number;
}

const day = 86_400_000;
type TimeOptions = Parameters<typeof formatTime>[1];

export function TimelineRuler({ window, width, locale, timeZone, head }: RulerProps): JSX.Element {
  const scale = width / (window.to - window.from);
  const { minor, major } = rulerSteps(window.to - window.from, width);
  const pixels = (time: number): number => Math.round((time - window.from) * scale * 10) / 10;
  const ticks = width > 0 ? marks(window, minor, (time) => zoneOffset(time, timeZone)) : [];
  // Days are counted from a Monday.
  const isMajor = ({ local }: Mark): boolean => (local + (major % (7 * day) === 0 ? 3 * day : 0)) % major === 0;
  const path = (some: readonly Mark[], height: number): string => some.map(({ time }) => `M${pixels(time)} 0v${height}`).join('');
  const labelled = ticks.filter(isMajor);
  return (
    <div className="wp-ruler" aria-hidden="true">
      <svg width="100%" height="8">
        <path d={path(ticks, 4)} />
        <path className="wp-major" d={path(labelled, 8)} />
      </svg>
      {labelled.map(({ time, local, isRepeated }) => {
        const x = pixels(time);
        return (
          Math.abs(x - pixels(head)) > 58 &&
          x > 20 &&
          x < width - 20 && (
            <b key={time} style={{ left: `${x}px` }}>
              {rulerLabel(time, major, { locale, timeZone, zone: isRepeated && 'repeated' }, local % day === 0)}
            </b>
          )
        );
      })}
    </div>
  );
}

/** Formats as much of the time as the step needs; midnight is the date. */
function rulerLabel(time: number, major: number, options: TimeOptions, isMidnight: boolean): string {
  if (major >= 3_600_000 && isMidnight) return shortDate(time, options);
  const text = formatTime(time, { ...options, seconds: major < 60_000 });
  return major < 1000 ? `${text.slice(3)}.${Math.floor((time % 1000) / 100)}` : text;
}

/** @example '21 Nov' */
export function shortDate(time: number, options: FormatOptions): string {
  return formatDate(time, { ...options, month: 'short' });
}

/** @example 'Today, 21 November' */
export function dayName(time: number, now: number, today: string, options: FormatOptions): string {
  const [date, dateNow] = [formatDate(time, options), formatDate(now, options)];
  return `${date === dateNow ? `${today}, ${date}` : date}${zoneMark(time, options)}`;
}

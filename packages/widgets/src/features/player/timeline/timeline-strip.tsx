import { useMemo, useRef } from 'react';
import type { JSX, PointerEvent } from 'react';
import { formatTime, zoneOffset } from '@watchpost/sdk-core';
import type { Locale } from '@watchpost/sdk-core';
import { partsPath } from './timeline-layout.ts';
import type { TimelineEvent } from './timeline-layout.ts';
import { dayHours } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

const height = 16;

interface StripProps {
  readonly day: TimeWindow;
  readonly recordings: readonly TimeWindow[];
  readonly events: readonly TimelineEvent[];
  readonly window: TimeWindow;
  readonly width: number;
  readonly locale: Locale;
  readonly timeZone: string | undefined;
  readonly onMove: (window: TimeWindow) => void;
}

/** The whole visible day with the window marked in it. Drag the window, or press to move it there. For the pointer: the keyboard has the timeline itself. */
export function TimelineStrip({ day, recordings, events, window, width, locale, timeZone, onMove }: StripProps): JSX.Element {
  /** Distance from the pointer to the window's center while dragging, milliseconds. */
  const grip = useRef<number | null>(null);
  const scale = width / (day.to - day.from);
  const span = window.to - window.from;
  const timeAt = (event: PointerEvent<HTMLElement>): number =>
    day.from + (event.clientX - event.currentTarget.getBoundingClientRect().left) / scale;
  const moveTo = (middle: number): void => onMove({ from: middle - span / 2, to: middle + span / 2 });
  const left = Math.max(0, (window.from - day.from) * scale);
  const right = Math.min(width, (window.to - day.from) * scale);
  // The day stays the same while the window moves, and so does its drawing.
  const ticks = useMemo(
    () =>
      [...new Set(events.filter(({ at }) => at >= day.from && at < day.to).map(({ at }) => Math.round((at - day.from) * scale)))]
        .map((x) => `M${x - 1} 5h2v6h-2z`)
        .join(''),
    [events, day.from, day.to, scale],
  );
  const hours = dayHours(day, (time) => zoneOffset(time, timeZone));
  return (
    <div className="wp-strip" aria-hidden="true">
      <div
        className="wp-strip-band"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = timeAt(event);
          const middle = (window.from + window.to) / 2;
          grip.current = at >= window.from && at <= window.to ? at - middle : 0;
          if (grip.current === 0) moveTo(at);
        }}
        onPointerMove={(event) => grip.current !== null && moveTo(timeAt(event) - grip.current)}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
      >
        <svg width="100%" height={height}>
          <path className="wp-footage" d={partsPath(recordings, day, width, height)} />
          <path className="wp-bars" d={ticks} />
        </svg>
        {right > left && <span className="wp-strip-window" style={{ left: `${left}px`, width: `${Math.max(8, right - left)}px` }} />}
      </div>
      {/* 24:00 instead of the next day's 00:00 */}
      {width > 0 &&
        hours.map((time) => (
          <b key={time} style={{ left: `${((time - day.from) / (day.to - day.from)) * 100}%` }}>
            {time === day.to ? '24:00' : formatTime(time, { locale, timeZone, seconds: false })}
          </b>
        ))}
    </div>
  );
}

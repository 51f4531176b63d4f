import type { JSX, ReactNode } from 'react';
import type { Translate } from '@watchpost/sdk-core';
import type { TimelineMessageKey } from '../../../i18n/timeline-messages.ts';
import { Drawing } from '../../../primitives/icons.tsx';
import { maxWindowMs, minWindowMs } from './timeline-scale.ts';

/** Lucide 24 px (ISC licence). */
const zoomIn = ['M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0', 'm21 21-4.35-4.35', 'M11 8v6', 'M8 11h6'];
const zoomOut = ['M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0', 'm21 21-4.35-4.35', 'M8 11h6'];
const calendar = ['M8 2v4', 'M16 2v4', 'M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z', 'M3 10h18'];
const chevron = ['m6 9 6 6 6-6'];

interface ToolsProps {
  /** The visible day, formatted. */
  readonly day: string;
  readonly onDay: (() => void) | undefined;
  /** The page's own buttons. */
  readonly tools: ReactNode;
  /** Duration of the window, milliseconds; null until known. */
  readonly span: number | null;
  readonly onZoom: (factor: number) => void;
  readonly words: Translate<TimelineMessageKey>;
}

/** The row above the timeline: the day, the page's buttons, zoom. */
export function TimelineTools({ day, onDay, tools, span, onZoom, words }: ToolsProps): JSX.Element {
  return (
    <div className="wp-tools">
      {onDay ? (
        <button type="button" className="wp-day" aria-haspopup="dialog" onClick={onDay}>
          <Drawing name="calendar" paths={calendar} />
          {day}
          <Drawing name="chevron" paths={chevron} />
        </button>
      ) : (
        <span className="wp-day">{day}</span>
      )}
      <span className="wp-grow" />
      {/* Of an element by its slot, of a component as what the slot has otherwise. */}
      <slot name="tools">{tools}</slot>
      <button
        type="button"
        className="wp-ib"
        aria-label={words('zoomOut')}
        title={words('zoomOut')}
        disabled={span !== null && span >= maxWindowMs}
        onClick={() => onZoom(2)}
      >
        <Drawing name="zoomOut" paths={zoomOut} />
      </button>
      <span className="wp-span">{span !== null && spanText(span, words)}</span>
      <button
        type="button"
        className="wp-ib"
        aria-label={words('zoomIn')}
        title={words('zoomIn')}
        disabled={span !== null && span <= minWindowMs}
        onClick={() => onZoom(0.5)}
      >
        <Drawing name="zoomIn" paths={zoomIn} />
      </button>
    </div>
  );
}

/** @example '3 h' */
function spanText(span: number, words: Translate<TimelineMessageKey>): string {
  const seconds = Math.round(span / 1000);
  if (seconds < 100) return words('seconds', { value: Math.max(1, seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90 && minutes !== 60) return words('minutes', { value: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? words('hours', { value: hours }) : words('days', { value: Math.round(hours / 24) });
}

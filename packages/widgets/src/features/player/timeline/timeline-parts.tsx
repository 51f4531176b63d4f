import type { JSX } from 'react';
import type { Footage, Translate } from '@watchpost/sdk-core';
import type { TimelineMessageKey } from '../../../i18n/timeline-messages.ts';
import { marks, rulerSteps } from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

interface BandProps {
  readonly footage: Footage | null;
  readonly window: TimeWindow;
  /** Unix milliseconds; behind it the future is empty. */
  readonly now: number;
  /** Pixels. */
  readonly width: number;
  readonly t: Translate<TimelineMessageKey>;
}

/** Footage as the band's colour, gaps hatched with their reason as far as it fits. */
export function TimelineBand({ footage, window, now, width, t }: BandProps): JSX.Element {
  const span = window.to - window.from;
  const place = (from: number, to: number): { left: string; width: string } => {
    const start = Math.max(from, window.from);
    return { left: `${((start - window.from) / span) * 100}%`, width: `${(Math.max(0, Math.min(to, window.to) - start) / span) * 100}%` };
  };
  const seen = (part: TimeWindow): boolean => part.to > window.from && part.from < window.to;
  return (
    <div className="wp-band">
      {footage?.recordings.filter(seen).map((part) => {
        // The last recording is still growing.
        const to = footage.newest !== null && part.to >= footage.newest - 1 && now - part.to < 15_000 ? now : part.to;
        return <span key={part.from} className="wp-footage" style={place(part.from, to)} />;
      })}
      {footage?.gaps.filter((part) => seen(part) && now - part.from > 15_000).map((part) => {
        const text = gapText(part, ((Math.min(part.to, window.to) - Math.max(part.from, window.from)) / span) * width, t);
        return <span key={part.from} className="wp-gap" style={place(part.from, part.to)} title={gapTitle(part, t)}>{text && <span>{text}</span>}</span>;
      })}
    </div>
  );
}

type Gap = Footage['gaps'][number];

function length({ from, to }: Gap, t: Translate<TimelineMessageKey>): string {
  const minutes = (to - from) / 60_000;
  if (minutes < 1) return t('seconds', { value: Math.max(1, Math.round(minutes * 60)) });
  return minutes < 90 ? t('minutes', { value: Math.round(minutes) }) : t('hours', { value: Math.round(minutes / 60) });
}

function gapTitle(gap: Gap, t: Translate<TimelineMessageKey>): string {
  return `${t(`gap-${gap.reason}`)}, ${length(gap, t)}`;
}

/** The longest of the three texts that fits, at about 6.5 px a letter. */
function gapText(gap: Gap, room: number, t: Translate<TimelineMessageKey>): string | null {
  return [gapTitle(gap, t), t(`gap-${gap.reason}`), length(gap, t)].find((text) => text.length * 6.5 + 20 < room) ?? null;
}

interface RulerProps {
  readonly window: TimeWindow;
  readonly width: number;
  /** Of the time zone, milliseconds. */
  readonly offset: number;
  /** The playhead; labels within its reach step aside. */
  readonly head: number;
  readonly label: (time: number, seconds: boolean) => string;
}

export function TimelineRuler({ window, width, offset, head, label }: RulerProps): JSX.Element {
  const span = window.to - window.from;
  const { minor, major } = rulerSteps(span, width);
  const left = (time: number): string => `${((time - window.from) / span) * 100}%`;
  const pixels = (time: number): number => ((time - window.from) / span) * width;
  return (
    <div className="wp-ruler" aria-hidden="true">
      {width > 0 && marks(window, minor, offset).map((time) => {
        const labelled = (time + offset) % major === 0;
        const free = Math.abs(pixels(time) - pixels(head)) > 58 && pixels(time) > 18 && pixels(time) < width - 18;
        return (
          <span key={time} className={labelled ? 'wp-tick wp-major' : 'wp-tick'} style={{ left: left(time) }}>
            {labelled && free && <b>{label(time, major < 60_000)}</b>}
          </span>
        );
      })}
    </div>
  );
}

import type { Footage, Translate } from '@watchpost/sdk-core';
import type { JSX } from 'react';
import type { TimelineMessageKey } from '../../../i18n/timeline-messages.ts';
import { barsPath, partsPath } from './timeline-layout.ts';
import type { TimelineActivity } from './timeline-layout.ts';
import type { TimeWindow } from './timeline-scale.ts';

/** A gap younger than this may still be filled, and a recording may still grow, milliseconds. */
const settlesAfterMs = 15_000;
const bandHeight = 36;
/** Damaged footage, and footage with wrong times, is marked along the upper edge, pixels. */
const damagedHeight = 4;
/** Narrower gaps have no label, pixels. */
const minLabelledGapPx = 40;

export type Gap = Footage['gaps'][number];
type Words = Translate<TimelineMessageKey>;

interface BandProps {
  readonly footage: Footage | null;
  readonly activity: TimelineActivity | undefined;
  readonly window: TimeWindow;
  /** Unix milliseconds; the future after it is empty. */
  readonly now: number;
  /** Pixels. */
  readonly width: number;
  readonly words: Words;
}

/** Footage in the band's colour with activity in it; gaps hatched, with their reason where it fits. Renders only a few nodes, whatever the amount of footage. */
export function TimelineBand({ footage, activity, window, now, width, words }: BandProps): JSX.Element {
  const gaps = settledGaps(footage, now);
  const scale = width / (window.to - window.from);
  const doubtful = [...(footage?.damaged ?? []), ...(footage?.misdated ?? [])];
  const gapsPath = partsPath(gaps, window, width, bandHeight);
  return (
    <div className="wp-band">
      {gapsPath !== '' && <span className="wp-gaps" style={{ clipPath: `path("${gapsPath}")` }} />}
      <svg width="100%" height={bandHeight}>
        <path className="wp-footage" d={partsPath(recordingsUntil(footage, now), window, width, bandHeight)} />
        {activity && <path className="wp-bars" d={barsPath(activity, window, width, bandHeight)} />}
        {doubtful[0] && <path className="wp-damaged" d={partsPath(doubtful, window, width, damagedHeight)} />}
      </svg>
      {gaps.flatMap((gap) => {
        const from = Math.max(gap.from, window.from);
        const room = (Math.min(gap.to, window.to) - from) * scale;
        const text = room < minLabelledGapPx ? null : gapText(gap, room, words);
        return text === null ? (
          []
        ) : (
          <span key={gap.from} className="wp-gap" style={{ left: `${(from - window.from) * scale}px`, width: `${room}px` }}>
            <span>{text}</span>
          </span>
        );
      })}
    </div>
  );
}

/** Whether the last recording is still growing. */
export function recordingsUntil(footage: Footage | null, now: number): readonly TimeWindow[] {
  if (!footage) return [];
  const last = footage.recordings.at(-1);
  if (!last || footage.newest === null || last.to < footage.newest - 1 || now - last.to >= settlesAfterMs) return footage.recordings;
  return [...footage.recordings.slice(0, -1), { from: last.from, to: Math.max(last.to, now) }];
}

export function settledGaps(footage: Footage | null, now: number): readonly Gap[] {
  return footage?.gaps.filter((gap) => now - gap.from > settlesAfterMs) ?? [];
}

function length({ from, to }: Gap, words: Words): string {
  const minutes = (to - from) / 60_000;
  if (minutes < 1) return words('seconds', { value: Math.max(1, Math.round(minutes * 60)) });
  if (minutes < 90) return words('minutes', { value: Math.round(minutes) });
  return minutes < 2880 ? words('hours', { value: Math.round(minutes / 60) }) : words('days', { value: Math.round(minutes / 1440) });
}

/** @example 'Camera offline, 19 min' */
export function gapTitle(gap: Gap, words: Words): string {
  return `${words(`gap-${gap.reason}`)}, ${length(gap, words)}`;
}

/** The longest of the three texts that fits, at about 6.5 px per character. */
function gapText(gap: Gap, room: number, words: Words): string | null {
  return [gapTitle(gap, words), words(`gap-${gap.reason}`), length(gap, words)].find((text) => text.length * 6.5 + 20 < room) ?? null;
}

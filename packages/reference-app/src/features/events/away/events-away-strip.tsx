import { formatMoment, formatTime } from '@watchpost/sdk-core';
import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { localTexts } from '../../../shared/browser/storage.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { text } from '../events-texts.ts';
import { titleOf } from '../stretches/events-stretch-title.ts';
import { timeOf } from '../stretches/events-stretches.ts';
import type { EventStretch } from '../stretches/events-stretches.ts';
import { stripOf, stripTicks } from './events-away-strip-model.ts';
import { createVisits } from './events-visits.ts';
import './events-away-strip.css';

/** As many as a sentence names. */
const maxNamed = 3;

export interface AwayStripProps {
  /** What is to be reviewed, the newest first. */
  readonly stretches: readonly EventStretch[];
  readonly cameraOf: (cameraId: string) => Pick<Camera, 'title'> | undefined;
  /** IANA name. */
  readonly timeZone: string;
  readonly onOpen: (event: CameraEvent, together: readonly CameraEvent[]) => void;
}

/** What happened since the last visit, in a sentence and on a line; nothing for a first visit, or one that was just before. */
export function AwayStrip({ stretches, cameraOf, timeZone, onOpen }: AwayStripProps): ReactNode {
  const serverNow = useServerNow();
  const [since] = useState(() => createVisits(localTexts, serverNow).back());
  const now = serverNow();
  const missed = since === null ? [] : stretches.filter((stretch) => stretch.startAt >= since && isWorthIt(stretch));
  if (since === null || missed.length === 0) return null;
  const locale = currentLocale();
  const title = text('away', { count: missed.length });
  const nameOf = (stretch: EventStretch): string =>
    [titleOf(stretch, locale), cameraOf(stretch.cameraId)?.title].filter(Boolean).join(', ');
  const named = missed.slice(0, maxNamed).map(nameOf);
  const clock = (at: number): string => formatTime(at, { locale, timeZone, seconds: false });
  return (
    <section className="away-strip" aria-label={title}>
      <h2>
        {title}. <span>{named.join('; ')}.</span>
      </h2>
      <div className="away-strip-line">
        {stripOf(missed, { from: since, until: now }).map(({ stretch, at, from, width }) => (
          <span key={stretch.key}>
            <i aria-hidden="true" style={{ insetInlineStart: `${from * 100}%`, inlineSize: `max(4px, ${width * 100}%)` }} />
            <button
              type="button"
              style={{ insetInlineStart: `${at * 100}%` }}
              aria-label={`${nameOf(stretch)}, ${formatMoment(timeOf(stretch).from, now, { locale, timeZone })}`}
              title={nameOf(stretch)}
              onClick={() => onOpen(stretch.best, stretch.events)}
            >
              <EventGlyph shape={eventShapes[stretch.best.type]} unseen />
            </button>
          </span>
        ))}
      </div>
      <div className="away-strip-axis n" aria-hidden="true">
        <span>{text('awayLeft', { time: formatMoment(since, now, { locale, timeZone }) })}</span>
        {stripTicks({ from: since, until: now }).map((tick) => (
          <span key={tick} className="tick" style={{ insetInlineStart: `${((tick - since) / (now - since)) * 100}%` }}>
            {clock(tick)}
          </span>
        ))}
        <span>{text('awayNow')}</span>
      </div>
    </section>
  );
}

/** Motion without anybody, and what was no alarm, is in the list. */
function isWorthIt({ best }: EventStretch): boolean {
  return best.type !== 'motion' && !best.isFalseAlarm;
}

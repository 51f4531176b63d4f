import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { browserClock } from '../../shared/browser/clock.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { dayOf, dayText, knownZone } from '../../shared/time/time-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EventChunk, useSentinel } from './events-chunk.tsx';
import { byDay, chunksOf } from './events-days.ts';
import type { EventsResult } from './events-queries.ts';
import { EventRow } from './events-row.tsx';
import { useSkimming } from './events-skim.ts';
import { text } from './events-texts.ts';

export interface EventListProps {
  readonly events: readonly CameraEvent[];
  readonly result: EventsResult;
  readonly cameras: readonly Camera[] | undefined;
  /** Names the camera of each event. */
  readonly namesCameras?: boolean;
  readonly currentId?: string | null;
  readonly onOpen: (event: CameraEvent) => void;
}

/** Events under the names of their days, as many as one scrolls through. J and K go through them. */
export function EventList({ events, result, cameras, namesCameras = false, currentId = null, onOpen }: EventListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useSkimming(list);
  const cameraOf = (event: CameraEvent): Camera | undefined => cameras?.find(({ id }) => id === event.cameraId);
  const zoneOf = (event: CameraEvent): string => knownZone(cameraOf(event)?.timeZone ?? '');
  return (
    <div className="event-days" ref={list} role="group" aria-label={text('heading')}>
      {byDay(events, zoneOf).map(({ key, at, zone, events: ofDay }) => (
        <section key={key} aria-labelledby={`events-${key}`}>
          <h3 className="event-day" id={`events-${key}`}>
            {dayName(at, zone)}
          </h3>
          <ul className="event-rows">
            {chunksOf(ofDay).map((chunk) => (
              <EventChunk key={chunk.key}>
                {chunk.events.map((event) => (
                  <EventRow key={event.id} event={event} timeZone={zoneOf(event)} camera={namesCameras ? cameraOf(event) : undefined} isCurrent={event.id === currentId} onOpen={onOpen} />
                ))}
              </EventChunk>
            ))}
          </ul>
        </section>
      ))}
      {result.hasOlder ? <Older result={result} /> : null}
    </div>
  );
}

/** Older ones come by themselves; the button is for those who do not scroll. */
function Older({ result }: { result: EventsResult }): ReactNode {
  const sentinel = useSentinel(() => !result.isBusy && result.loadOlder());
  return (
    <div ref={sentinel}>
      <Button wide busy={result.isBusy} onClick={result.loadOlder}>
        {text('older')}
      </Button>
    </div>
  );
}

function dayName(at: number, timeZone: string): string {
  const now = browserClock.now();
  const day = dayOf(at, now, timeZone);
  return day === 'other' ? dayText(at, now, currentLocale(), timeZone) : text(day);
}

/** Rows that are not known yet, in the place of those that will be. */
export function EventListSkeleton(): ReactNode {
  return (
    <div className="event-rows" aria-label={text('loading')} role="status">
      {Array.from({ length: 4 }, (_, index) => (
        <div className="event-row" key={index} aria-hidden="true">
          <span className="event-picture waits" />
          <span className="event-text">
            <span className="sk event-sk" />
            <span className="sk event-sk short" />
          </span>
        </div>
      ))}
    </div>
  );
}

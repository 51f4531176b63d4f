import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { formatTime } from '@watchpost/sdk-core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { EventGlyph } from '../../shared/ui/status.tsx';
import { EventPicture } from './events-picture.tsx';
import { usePassed } from './review/events-use-passed.ts';
import { durationText, text, typeName } from './events-texts.ts';

export interface EventRowProps {
  readonly event: CameraEvent;
  readonly timeZone: string;
  /** Shown in lists with events of several cameras. */
  readonly camera?: Pick<Camera, 'title'> | undefined;
  readonly isCurrent?: boolean;
  readonly onOpen: () => void;
  /** The menu of the row. */
  readonly menu?: ReactNode;
  /** A question below the row. */
  readonly below?: ReactNode;
}

/** One event: picture, type, time, and whether it was seen. */
export function EventRow({ event, timeZone, camera, isCurrent = false, onOpen, menu, below }: EventRowProps): ReactNode {
  const row = useRef<HTMLLIElement>(null);
  usePassed(row, [event]);
  const time = formatTime(event.startAt, { locale: currentLocale(), timeZone, zone: true });
  const duration =
    event.type === 'timelapse'
      ? event.label === 'empty' || event.label === 'failed'
        ? text(`noFilm.${event.label}`)
        : null
      : event.endAt === null
        ? text('goesOn')
        : event.endAt - event.startAt < 1000
          ? null
          : durationText(event.endAt - event.startAt);
  return (
    <li className="event-item" ref={row}>
      <button
        type="button"
        className={isCurrent ? 'event-row on' : 'event-row'}
        aria-current={isCurrent || undefined}
        data-event={event.id}
        data-at={event.startAt}
        onClick={onOpen}
      >
        <EventPicture event={event} />
        <span className="event-text">
          <span className="event-name">
            <EventGlyph shape={eventShapes[event.type]} unseen={!event.isSeen} />
            {typeName(event.type)}
          </span>
          {camera ? <span className="event-camera cut">{camera.title}</span> : null}
          <span className="event-time n">
            {time}
            {duration === null ? null : <span className="dimmer"> · {duration}</span>}
          </span>
        </span>
        {event.isSeen ? null : (
          <span className="event-new">
            <span className="visually-hidden">{text('unseen')}</span>
          </span>
        )}
      </button>
      {menu}
      {below}
    </li>
  );
}

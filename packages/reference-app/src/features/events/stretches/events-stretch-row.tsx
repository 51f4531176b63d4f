import type { Camera } from '@watchpost/sdk-core';
import { formatList } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { EventPicture } from '../events-picture.tsx';
import { usePassed } from '../review/events-use-passed.ts';
import { StretchTime } from './events-stretch-time.tsx';
import { titleOf } from './events-stretch-title.ts';
import { typesOf } from './events-stretches.ts';
import type { EventStretch } from './events-stretches.ts';
import { text } from '../events-texts.ts';

export interface StretchRowProps {
  readonly stretch: EventStretch;
  readonly timeZone: string;
  readonly cameraOf: (cameraId: string) => Pick<Camera, 'title'> | undefined;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly rowOf: (event: CameraEvent) => ReactNode;
  /** The menu of the row. */
  readonly menu?: ReactNode;
  /** A question below the row. */
  readonly below?: ReactNode;
}

/** Several events that happened in one place at one time: one row that opens into theirs. */
export function StretchRow({ stretch, timeZone, cameraOf, isCurrent, onOpen, rowOf, menu, below }: StretchRowProps): ReactNode {
  const row = useRef<HTMLLIElement>(null);
  const [isOpen, setOpen] = useState(false);
  const rowsId = useId();
  const { best, events } = stretch;
  usePassed(row, events);
  const isSeen = events.every((event) => event.isSeen);
  const cameraIds = [...new Set([best, ...events].map(({ cameraId }) => cameraId))];
  const titles = cameraIds.flatMap((id) => cameraOf(id)?.title ?? []);
  const locale = currentLocale();
  return (
    <li className="event-stretch" ref={row}>
      <button
        type="button"
        className={isCurrent ? 'event-row on' : 'event-row'}
        aria-current={isCurrent || undefined}
        data-event={best.id}
        data-stretch={stretch.key}
        data-at={best.startAt}
        onClick={onOpen}
      >
        <EventPicture event={best} />
        <span className="event-text">
          <span className="event-name">
            {typesOf(stretch).map((type) => (
              <EventGlyph key={type} shape={eventShapes[type]} unseen={events.some((event) => event.type === type && !event.isSeen)} />
            ))}
            {titleOf(stretch, locale)}
          </span>
          <span className="event-camera cut">{formatList(titles, { locale })}</span>
          <span className="event-time n">
            <StretchTime stretch={stretch} timeZone={timeZone} />
          </span>
        </span>
        {isSeen ? null : (
          <span className="event-new">
            <span className="visually-hidden">{text('unseen')}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        className="event-stretch-toggle n"
        aria-expanded={isOpen}
        aria-controls={isOpen ? rowsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text('stretchCount', { count: events.length })}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {menu}
      {below}
      {isOpen ? (
        <ul className="event-rows event-stretch-rows" id={rowsId}>
          {events.map(rowOf)}
        </ul>
      ) : null}
    </li>
  );
}

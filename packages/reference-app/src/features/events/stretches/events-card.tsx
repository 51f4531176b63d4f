import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { formatDuration, formatList, formatTime } from '@watchpost/sdk-core';
import { Ban, Bookmark, Check, ChevronDown, Play } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { EventPicture } from '../events-picture.tsx';
import { text, typeName } from '../events-texts.ts';
import { usePassed } from '../review/events-use-passed.ts';
import { StretchTime } from './events-stretch-time.tsx';
import { titleOf } from './events-stretch-title.ts';
import { timeOf, typesOf } from './events-stretches.ts';
import type { EventStretch } from './events-stretches.ts';

/** What has a button of its own on a card; everything else is in its menu. */
const deeds = [
  { name: 'save', label: 'cardSave', shortcut: 'B', icon: <Bookmark size={16} aria-hidden="true" /> },
  { name: 'falseAlarm', label: 'falseAlarm', shortcut: 'F', icon: <Ban size={16} aria-hidden="true" /> },
  { name: 'seen', label: 'cardSeen', shortcut: 'S', icon: <Check size={16} aria-hidden="true" /> },
] as const;
type CardDeed = (typeof deeds)[number]['name'];

/** Pictures beside the large one. */
const maxThumbs = 4;

export interface EventCardProps {
  readonly stretch: EventStretch;
  readonly timeZone: string;
  readonly cameraOf: (cameraId: string) => Pick<Camera, 'title'> | undefined;
  readonly isCurrent: boolean;
  /** The first card has the one filled button of the page. */
  readonly isFirst: boolean;
  readonly onOpen: () => void;
  /** Plays one of its events. */
  readonly onEvent: (event: CameraEvent) => void;
  readonly rowOf: (event: CameraEvent) => ReactNode;
  readonly can: (deed: CardDeed) => boolean;
  readonly onDeed: (deed: CardDeed) => void;
  readonly menu: ReactNode;
  /** A question, in place of the buttons. */
  readonly question: ReactNode;
}

/** What happened in one place at one time, to be reviewed: its whole picture, those of its events, and what can be done with it. */
export function EventCard({
  stretch,
  timeZone,
  cameraOf,
  isCurrent,
  isFirst,
  onOpen,
  onEvent,
  rowOf,
  can,
  onDeed,
  menu,
  question,
}: EventCardProps): ReactNode {
  const card = useRef<HTMLLIElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [rowsId, textId, timeId] = [useId(), useId(), useId()];
  const { best, events } = stretch;
  usePassed(card, events);
  const isSeen = events.every((event) => event.isSeen);
  const { from, until } = timeOf(stretch);
  const isMoment = until === null || until - from < 1000;
  const locale = currentLocale();
  const titles = [...new Set([best, ...events].map(({ cameraId }) => cameraId))].flatMap((id) => cameraOf(id)?.title ?? []);
  const clock = (event: CameraEvent, seconds: boolean): string => formatTime(event.startAt, { locale, timeZone, seconds });
  // In the order in which it happened; mere motion is among the rows.
  const thumbs = events
    .filter(({ type }) => type !== 'motion')
    .slice(0, maxThumbs)
    .toReversed();
  return (
    <li className="event-card" ref={card}>
      <button
        type="button"
        className={isCurrent ? 'event-row event-card-picture on' : 'event-row event-card-picture'}
        aria-labelledby={`${textId} ${timeId}`}
        aria-current={isCurrent || undefined}
        data-event={best.id}
        data-stretch={stretch.key}
        data-at={best.startAt}
        onClick={onOpen}
      >
        <EventPicture event={best} isWhole />
        <span className="event-stamp n">{clock(best, true)}</span>
      </button>
      <div className="event-card-side">
        <div className="event-card-head">
          <div className="event-text" id={textId}>
            <span className="event-name">
              {typesOf(stretch).map((type) => (
                <EventGlyph key={type} shape={eventShapes[type]} unseen={events.some((event) => event.type === type && !event.isSeen)} />
              ))}
              {titleOf(stretch, locale)}
            </span>
            <span className="event-camera cut">{formatList(titles, { locale })}</span>
            {best.label === null || best.type === 'timelapse' ? null : <span className="event-camera cut">{best.label}</span>}
            {isSeen ? null : <span className="visually-hidden">{text('unseen')}</span>}
          </div>
          {isSeen ? null : <span className="event-new" />}
          {menu}
        </div>
        <div className="event-card-time">
          <span className="event-time n" id={timeId}>
            <StretchTime stretch={stretch} timeZone={timeZone} />
          </span>
          {events.length > 1 ? (
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
          ) : null}
        </div>
        {thumbs.length > 1 ? (
          <div className="event-thumbs">
            {thumbs.map((event) => {
              const name = [typeName(event.type), cameraOf(event.cameraId)?.title, clock(event, true)].filter(Boolean).join(', ');
              return (
                <button key={event.id} type="button" aria-label={name} title={name} onClick={() => onEvent(event)}>
                  <EventPicture event={event} />
                  <span className="event-stamp n">{clock(event, false)}</span>
                </button>
              );
            })}
          </div>
        ) : null}
        {question ?? (
          <div className="event-card-deeds">
            <Button size="s" look={isFirst ? 'primary' : undefined} icon={<Play size={16} aria-hidden="true" />} onClick={onOpen}>
              {text('cardPlay')}
              {/* The row beside it has the focus: its key plays it. */}
              <span className="event-card-play only-l" aria-hidden="true">
                {isMoment ? null : <span className="n">{formatDuration(until - from)}</span>}
                <kbd>{text('keySpace')}</kbd>
              </span>
            </Button>
            {deeds.map(({ name, label, shortcut, icon }) =>
              can(name) ? (
                <Button key={name} size="s" look="quiet" icon={icon} aria-keyshortcuts={shortcut} onClick={() => onDeed(name)}>
                  <span className="event-deed">{text(label)}</span>
                  <kbd className="only-l" aria-hidden="true">
                    {shortcut}
                  </kbd>
                </Button>
              ) : null,
            )}
          </div>
        )}
      </div>
      {isOpen ? (
        <ul className="event-rows event-stretch-rows" id={rowsId}>
          {events.map(rowOf)}
        </ul>
      ) : null}
    </li>
  );
}

import type { Camera, CameraEvent, SwitchableDetection } from '@watchpost/sdk-core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { dayOf, dayText, knownZone } from '../../shared/time/time-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EventChunk, useSentinel } from './events-chunk.tsx';
import { byDay, chunksOf } from './events-days.ts';
import type { EventsResult } from './events-queries.ts';
import { EventRow } from './events-row.tsx';
import { EventCard } from './stretches/events-card.tsx';
import { StretchRow } from './stretches/events-stretch-row.tsx';
import { stretchesOf } from './stretches/events-stretches.ts';
import type { EventStretch } from './stretches/events-stretches.ts';
import { FalseAlarm } from './review/events-false-alarm.tsx';
import { useFalseAlarms } from './review/events-false-alarms.ts';
import { FoldRow } from './review/events-fold-row.tsx';
import { foldDay, hasAlarms, isFalseAlarm } from './review/events-folds.ts';
import { useRowKeys } from './review/events-review-keys.ts';
import type { RowDeed } from './review/events-review-keys.ts';
import { useRowDeeds } from './review/events-row-deeds.tsx';
import { RowMenu } from './review/events-row-menu.tsx';
import { PassedContext } from './review/events-use-passed.ts';
import { useSkimming } from './events-skim.ts';
import { text } from './events-texts.ts';

/** What can be done with the rows of a list, beside playing them. */
interface ReviewProps {
  readonly onSeen: (events: readonly CameraEvent[]) => void;
  /** As `onSeen`, for what a key or a menu marks: with an undo. */
  readonly onMark: (events: readonly CameraEvent[]) => void;
  /** Saves the moment of an event. */
  readonly onSave: (event: CameraEvent) => void;
  /** The path of a detection's settings. */
  readonly settingsOf: (cameraId: string, type: SwitchableDetection) => string;
  /** Called with unseen events that the user looked at and scrolled past; null: that doesn't count as having seen them. */
  readonly onPassed: ((events: readonly CameraEvent[]) => void) | null;
  /** Whether motion in which nothing was recognised steps back behind what was. */
  readonly foldsMotion: boolean;
}

export interface EventListProps {
  readonly events: readonly CameraEvent[];
  readonly result: EventsResult;
  readonly cameras: readonly Camera[] | undefined;
  /** Shows the camera's name in each row. */
  readonly namesCameras?: boolean;
  /** Hides the heading of today's events visually: beside a calendar, or where the newest come first anyway. */
  readonly isTodayImplied?: boolean;
  readonly currentId?: string | null;
  /** Returns what near cameras have in common: what happens there at one time becomes one row. Absent: a row for each event. */
  readonly placeOf?: ((cameraId: string) => string) | undefined;
  /** Returns the location of a camera, or null: what follows within seconds there becomes one row, too. */
  readonly areaOf?: ((cameraId: string) => string | null) | undefined;
  /** Called with the event to play, and with all events of its row. */
  readonly onOpen: (event: CameraEvent, together: readonly CameraEvent[]) => void;
  readonly review: ReviewProps;
  /** What is shown above the days, of all rows. */
  readonly above?: ((stretches: readonly EventStretch[]) => ReactNode) | undefined;
  /** What is shown after the newest day. */
  readonly afterFirstDay?: ReactNode;
  /** Level of the days' headings. */
  readonly level?: 'h2' | 'h3';
}

/** A long list of events under day headings, with infinite scrolling. J and K move through it. */
export function EventList({
  events,
  result,
  cameras,
  namesCameras = false,
  isTodayImplied = false,
  currentId = null,
  placeOf,
  areaOf,
  onOpen,
  review,
  above,
  afterFirstDay,
  level: Day = 'h3',
}: EventListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const now = useServerNow();
  useSkimming(list);
  const cameraOf = (cameraId: string): Camera | undefined => cameras?.find(({ id }) => id === cameraId);
  const zoneOf = ({ cameraId }: Pick<CameraEvent, 'cameraId'>): string => knownZone(cameraOf(cameraId)?.timeZone ?? '');
  // Without places every event is a stretch of its own.
  const stretches = placeOf
    ? stretchesOf(events, placeOf, areaOf)
    : events.map((event) => ({ key: event.id, startAt: event.startAt, cameraId: event.cameraId, best: event, events: [event] as const }));
  const alarms = useFalseAlarms(review.onSeen);
  const askedIds = alarms.asked.map(({ id }) => id);
  const deedsOf = useRowDeeds({ onSeen: review.onMark, onSave: review.onSave, onFalseAlarm: alarms.mark });
  const foldsMotion = review.foldsMotion && placeOf !== undefined && hasAlarms(events);
  const runDeed = (name: RowDeed, row: HTMLElement): void => {
    const stretch = stretches.find(({ key }) => key === row.dataset['stretch']);
    const event = events.find(({ id }) => id === row.dataset['event']);
    if (!event) return;
    deedsOf({ event, events: stretch?.events ?? [event], camera: cameraOf(event.cameraId) }).deeds[name]?.run();
    if (name === 'seen') focusRowAfter(list.current, row);
  };
  useRowKeys(list, runDeed);
  const menuOf = (event: CameraEvent, together: readonly CameraEvent[]): ReactNode => (
    <RowMenu event={event} entries={deedsOf({ event, events: together, camera: cameraOf(event.cameraId) }).entries} />
  );
  const askOf = (event: CameraEvent, together: readonly CameraEvent[]): ReactNode =>
    together.some(({ id }) => askedIds.includes(id)) ? (
      <FalseAlarm
        event={event}
        camera={cameraOf(event.cameraId)}
        settingsOf={review.settingsOf}
        onUndo={() => alarms.mark(alarms.asked, false)}
        onDone={alarms.onDone}
      />
    ) : null;
  const rowOf = (event: CameraEvent, isInside = true): ReactNode => (
    <EventRow
      key={event.id}
      event={event}
      timeZone={zoneOf(event)}
      camera={namesCameras ? cameraOf(event.cameraId) : undefined}
      isCurrent={event.id === currentId}
      onOpen={() => onOpen(event, [event])}
      menu={menuOf(event, [event])}
      below={isInside ? null : askOf(event, [event])}
    />
  );
  // What was recognised is worth a card until it is reviewed.
  const isCard = ({ best }: EventStretch): boolean => review.onPassed !== null && hasAlarms([best]);
  const firstCard = stretches.find((stretch) => isCard(stretch) && !isFalseAlarm(stretch));
  const cardOf = (stretch: EventStretch): ReactNode => {
    const { best, events: together } = stretch;
    const { deeds } = deedsOf({ event: best, events: together, camera: cameraOf(best.cameraId) });
    return (
      <EventCard
        key={stretch.key}
        stretch={stretch}
        timeZone={zoneOf(stretch)}
        cameraOf={cameraOf}
        isCurrent={best.id === currentId}
        isFirst={currentId === null && stretch.key === firstCard?.key}
        onOpen={() => onOpen(best, together)}
        onEvent={(event) => onOpen(event, together)}
        rowOf={(event) => rowOf(event)}
        can={(deed) => deeds[deed] !== undefined && !(deed === 'falseAlarm' && isFalseAlarm(stretch))}
        onDeed={(deed) => {
          const row = rowsOf(list.current).find((one) => one.dataset['event'] === best.id);
          if (row) runDeed(deed, row);
        }}
        menu={menuOf(best, together)}
        question={askOf(best, together)}
      />
    );
  };
  const stretchOf = (stretch: EventStretch): ReactNode =>
    stretch.events.length === 1 ? (
      rowOf(stretch.best, false)
    ) : (
      <StretchRow
        key={stretch.key}
        stretch={stretch}
        timeZone={zoneOf(stretch)}
        cameraOf={cameraOf}
        isCurrent={stretch.best.id === currentId}
        onOpen={() => onOpen(stretch.best, stretch.events)}
        rowOf={(event) => rowOf(event)}
        menu={menuOf(stretch.best, stretch.events)}
        below={askOf(stretch.best, stretch.events)}
      />
    );
  return (
    <PassedContext value={review.onPassed}>
      {above?.(stretches)}
      <div className="event-days" ref={list} role="group" aria-label={text('heading')}>
        {byDay(stretches, zoneOf).map(({ key, at, zone, events: ofDay }, index) => {
          const { shown, folds } = foldDay(ofDay, foldsMotion, askedIds);
          return (
            <section key={key} aria-labelledby={`events-${key}`}>
              <Day className={isTodayImplied && dayOf(at, now(), zone) === 'today' ? 'visually-hidden' : 'event-day'} id={`events-${key}`}>
                {dayName(at, now(), zone)}
              </Day>
              <ul className="event-rows">
                {chunksOf(shown).map((chunk) => (
                  <EventChunk key={chunk.key}>
                    {chunk.events.map((stretch) => (isCard(stretch) ? cardOf(stretch) : stretchOf(stretch)))}
                  </EventChunk>
                ))}
                {folds.map((fold) => (
                  <FoldRow key={fold.kind} fold={fold} cameraOf={cameraOf} rowOf={stretchOf} />
                ))}
              </ul>
              {index === 0 ? afterFirstDay : null}
            </section>
          );
        })}
        {result.hasOlder ? <Older result={result} /> : null}
      </div>
    </PassedContext>
  );
}

/** A row that was reviewed by key gives the focus to the next one. */
function focusRowAfter(list: HTMLElement | null, row: HTMLElement): void {
  const rows = rowsOf(list);
  rows[rows.indexOf(row) + 1]?.focus();
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-event]') ?? [])];
}

/** Loads older events on scrolling; the button is for users who do not scroll. */
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

function dayName(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, now, timeZone);
  return day === 'other' ? dayText(at, now, currentLocale(), timeZone) : text(day);
}

/** Placeholder rows while the list loads. */
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

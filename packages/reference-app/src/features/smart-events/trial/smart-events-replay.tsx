import { addDays, dayOf, dayRange, formatDate, formatTime } from '@watchpost/sdk-core';
import type { Camera, DetectionDraft, DetectionType, ReplayedEvent } from '@watchpost/sdk-core';
import { ChevronLeft, ChevronRight, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { useNow } from '../../../shared/live/now.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EventGlyph, Progress } from '../../../shared/ui/status.tsx';
import { shareText, text } from '../smart-events-texts.ts';
import { useReplay } from './smart-events-use-replay.ts';
import type { Replay } from './smart-events-use-replay.ts';

export interface ReplayPanelProps {
  readonly camera: Camera;
  readonly type: DetectionType;
  readonly draft: DetectionDraft;
  /** The server can recognise objects. */
  readonly isPossible: boolean;
}

const minute = 60_000;
/** The archive opens this long before an event. */
const leadInMs = 3000;

/** Recordings are seldom kept for longer. */
const maxDaysBack = 60;

/** What the unsaved settings would have found on a day, yesterday at first, in the camera's time zone. */
export function ReplayPanel({ camera, type, draft, isPossible }: ReplayPanelProps): ReactNode {
  const replay = useReplay(camera.id, type, draft);
  const timeZone = knownZone(camera.timeZone);
  const now = useNow(minute);
  const [daysBack, setDaysBack] = useState(1);
  const day = dayRange(addDays(dayOf(now, timeZone), -daysBack), timeZone);
  const isYesterday = daysBack === 1;
  const chooseDay = (next: number): void => {
    replay.reset();
    setDaysBack(next);
  };
  const { status, range } = replay;
  // In the direction of the day above them.
  const inOrder = replay.found.toSorted((a, b) => a.at - b.at);
  const isRunning = status === 'running';
  return (
    <section className="detection-replay" aria-labelledby="detection-replay">
      <div className="detection-replay-head">
        <h2 id="detection-replay">{text(isYesterday ? 'replay' : 'replayOfDay')}</h2>
        <span className="detection-replay-day">
          <IconButton label={text('replayBefore')} disabled={isRunning || daysBack >= maxDaysBack} onClick={() => chooseDay(daysBack + 1)}>
            <ChevronLeft size={16} aria-hidden="true" />
          </IconButton>
          <span className="small dim n" aria-live="polite">
            {formatDate(day.from, { locale: currentLocale(), timeZone })}
          </span>
          <IconButton label={text('replayAfter')} disabled={isRunning || daysBack === 0} onClick={() => chooseDay(daysBack - 1)}>
            <ChevronRight size={16} aria-hidden="true" />
          </IconButton>
        </span>
        {isRunning ? (
          <Button look="quiet" size="s" onClick={replay.cancel}>
            {text('replayCancel')}
          </Button>
        ) : (
          <Button look="quiet" size="s" disabled={!isPossible} onClick={() => replay.start({ from: day.from, to: Math.min(day.to, now) })}>
            <RefreshCw size={16} aria-hidden="true" />
            {text(status !== 'none' ? 'replayAgain' : isYesterday ? 'replayStart' : 'replayStartDay')}
          </Button>
        )}
      </div>
      {isRunning ? (
        <Progress
          label={text('replayLooks')}
          value={replay.total === 0 ? null : replay.done / replay.total}
          left={replay.total === 0 ? undefined : text('replayDone', { done: replay.done, count: replay.total })}
        />
      ) : null}
      <p className="small dim" role="status">
        {summaryOf(replay, timeZone, isYesterday)}
      </p>
      {status === 'none' || range.to === 0 || replay.reason === 'no-footage' ? null : (
        <Day replay={replay} type={type} timeZone={timeZone} />
      )}
      <ul className="detection-found">
        {inOrder.map((event) => (
          <FoundCard key={`${event.at} ${event.box.x} ${event.label}`} event={event} cameraId={camera.id} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
}

function summaryOf({ status, reason, problem, found, total, lookedFrom }: Replay, timeZone: string, isYesterday: boolean): string {
  const count = found.length;
  switch (status) {
    case 'none':
      return text('replayHint');
    case 'running':
      return count === 0 ? '' : text('replayFound', { count });
    case 'failed':
      return problem ?? '';
    case 'canceled':
      return `${text('replayCanceled')} ${text('replayFound', { count })}`;
    case 'ended':
      if (reason === 'no-footage') return text(isYesterday ? 'replayNoFootage' : 'replayNoFootageDay');
      if (reason === 'access-ended' || reason === 'server-stopping') return text(`testEnded.${reason}`);
      if (total === 0) return text('replayNoMotion');
      return [
        count === 0 ? text('replayNothing') : text('replayFound', { count }),
        text('replayMotions', { count: total }),
        ...(reason === 'limit'
          ? [text('replayLimit', { time: formatTime(lookedFrom, { locale: currentLocale(), timeZone, seconds: false }) })]
          : []),
      ].join(' ');
  }
}

const axisStepMs = 4 * 60 * minute;
/** A label this close to the end of the day would cover that of the end. */
const lastShare = 0.93;

interface DayProps {
  readonly replay: Replay;
  readonly type: DetectionType;
  readonly timeZone: string;
}

/** The day as a band with a mark for each finding, and its hours below. What was not looked at yet is paler. */
function Day({ replay: { range, found, lookedFrom }, type, timeZone }: DayProps): ReactNode {
  const shareOf = (at: number): number => (at - range.from) / (range.to - range.from);
  const placeOf = (at: number): string => `${shareOf(at) * 100}%`;
  const count = Math.ceil((range.to - range.from) / axisStepMs);
  const hours = Array.from({ length: count }, (_, index) => range.from + index * axisStepMs).filter((at) => shareOf(at) < lastShare);
  const nameOf = (at: number): string => formatTime(at, { locale: currentLocale(), timeZone, seconds: false });
  return (
    <>
      <div className="detection-day" role="img" aria-label={text('replayFound', { count: found.length })}>
        <span style={{ left: placeOf(lookedFrom) }} />
        {found.map(({ at, box, label }) => (
          <i key={`${at} ${box.x} ${label}`} style={{ left: placeOf(at) }}>
            <EventGlyph shape={eventShapes[type]} />
          </i>
        ))}
      </div>
      <div className="detection-day-axis n" aria-hidden="true">
        {hours.map((at, index) => (
          <span key={at} className={index === 0 ? 'first' : undefined} style={{ left: placeOf(at) }}>
            {nameOf(at)}
          </span>
        ))}
        <span className="last" style={{ left: '100%' }}>
          {nameOf(range.to)}
        </span>
      </div>
    </>
  );
}

interface FoundCardProps {
  readonly event: ReplayedEvent;
  readonly cameraId: string;
  readonly timeZone: string;
}

function FoundCard({ event, cameraId, timeZone }: FoundCardProps): ReactNode {
  const { at, type, box, objectClass, score, label, picture } = event;
  const time = formatTime(at, { locale: currentLocale(), timeZone });
  const name = text(`objectClass.${objectClass}`);
  return (
    <li>
      <Link to={to.Camera(cameraId, { at: at - leadInMs })}>
        <span className="detection-found-picture">
          {picture === null ? null : <img src={`data:image/jpeg;base64,${picture}`} alt="" />}
          <span
            className="detection-box counts"
            style={{ left: `${box.x * 100}%`, top: `${box.y * 100}%`, width: `${box.width * 100}%`, height: `${box.height * 100}%` }}
          />
          <time className="n" dateTime={new Date(at).toISOString()}>
            {time}
          </time>
        </span>
        <span className="detection-found-text">
          <EventGlyph shape={eventShapes[type]} />
          <b className="cut">{label === null ? name : `${name}, ${label}`}</b>
          <span className="n dim">{shareText(score)}</span>
        </span>
      </Link>
    </li>
  );
}

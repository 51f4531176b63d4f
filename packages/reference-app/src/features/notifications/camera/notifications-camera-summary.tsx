import { dayOf, dayRange, endlessSnooze, formatList, formatMoment, weekdayOf, weekdays } from '@watchpost/sdk-core';
import type { NotificationHours, Weekday } from '@watchpost/sdk-core';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useNow } from '../../../shared/live/now.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EventsOfDays } from './notifications-camera-days.tsx';
import { HoursEditor, hoursName } from './notifications-camera-hours.tsx';
import { daysOf, timeOf } from './notifications-camera-hours-model.ts';
import { useAlertChats, useAllEventSettings, useChatTypes, usePresence, useSnooze } from './notifications-camera-queries.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { summaryOf, weekBars, type AlertSummary, type DayBar } from './notifications-camera-summary-model.ts';
import { text } from './notifications-camera-texts.ts';
import { isAlarm, typesName, usualTypes } from './notifications-camera-types.ts';

interface SummaryProps {
  readonly cameraId: string;
  readonly types: readonly AlertType[];
}

interface AlertFacts {
  readonly summary: AlertSummary<AlertType>;
  /** The hours of each type that reaches the user, and of the alarms among them that have their own. */
  readonly schedules: readonly (readonly NotificationHours[] | null)[];
  readonly alarmSchedules: readonly (readonly NotificationHours[] | null)[];
  /** End of the pause, Unix ms; null for none. */
  readonly until: number | null;
  /** Unix ms. */
  readonly now: number;
  readonly timeZone: string;
}

/** What is said of now follows the clock, ms. */
const clockMs = 15_000;

/** What the settings of a camera come to; null until all of them are known. */
function useAlertFacts({ cameraId, types }: SummaryProps): AlertFacts | null {
  const now = useNow(clockMs);
  const { settings } = useAllEventSettings(cameraId, types);
  const inChats = useChatTypes(cameraId, types, useAlertChats());
  const { place } = usePresence(cameraId);
  const { until } = useSnooze(cameraId);
  const choices = types.flatMap((type, index) => {
    const own = settings[index];
    return own ? [{ type, settings: own, isInChat: inChats.has(type), isAlarm: isAlarm(type) }] : [];
  });
  if (choices.length < types.length || until === undefined) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const summary = summaryOf(choices, { now, timeZone, isSnoozed: until !== null, isHome: place?.presence === 'home' });
  const schedulesOf = (some: readonly AlertType[]) =>
    choices.flatMap(({ type, settings: own }) => (some.includes(type) ? [own.schedule] : []));
  return {
    summary,
    schedules: schedulesOf(summary.types),
    alarmSchedules: schedulesOf(summary.alarms?.types ?? []),
    until,
    now,
    timeZone,
  };
}

/** Says in a sentence what reaches the user, how and when, and whether it does now. */
export function AlertsSummary(props: SummaryProps): ReactNode {
  const facts = useAlertFacts(props);
  // Its room is kept: what follows does not move when the last answer comes.
  if (!facts) return <p className="alerts-say" aria-hidden="true" />;
  const { summary, until, now } = facts;
  if (summary.types.length === 0) return <p className="alerts-say">{text('summary.none')}</p>;
  const locale = currentLocale();
  const channels = summary.channels.map((channel) => text(`summary.${channel}`));
  const { alarms } = summary;
  const alarmState =
    alarms && summary.now !== 'snoozed' ? text('summary.alarms', { alarms: typesName(alarms.types), times: timesName(alarms) }) : null;
  const isEndless = until !== null && until >= endlessSnooze;
  const state =
    summary.now === 'snoozed'
      ? isEndless
        ? text('summary.now.endless')
        : text('summary.now.snoozed', { time: formatMoment(until ?? now, now, { locale }) })
      : text(`summary.now.${summary.now}`);
  return (
    <p className="alerts-say">
      <b>{typesName(summary.types)}</b>
      {text('summary.reach', { channels: formatList(channels, { locale }) })}
      <b>{timesName(summary)}</b>
      {`. ${state}`}
      {alarmState === null ? null : ` ${alarmState}`}
    </p>
  );
}

function timesName({ hours, isOnlyWhenAway }: Pick<AlertSummary<AlertType>, 'hours' | 'isOnlyWhenAway'>): string {
  const name = hours === 'differ' ? text('summary.differ') : hours === null ? text('summary.always') : hours.map(hoursName).join(' · ');
  return isOnlyWhenAway ? `${name}, ${text('summary.away')}` : name;
}

/** When alerts come through the week, and how many events there were; the hours of all types but alarms can be changed at once. */
export function AlertsHours({
  onHoursForAll,
  ...props
}: SummaryProps & {
  /** Gives all types of the camera the same hours, but alarms. */
  readonly onHoursForAll: (schedule: NotificationHours[] | null) => void;
}): ReactNode {
  const facts = useAlertFacts(props);
  const [isEditing, setEditing] = useState(false);
  const title = useId();
  const apart = facts?.summary.alarms?.types ?? [];
  const notChanged = props.types.filter((type) => !usualTypes(props.types).includes(type));
  return (
    <section className="alerts-when" aria-labelledby={title}>
      <div className="alerts-when-head">
        <h2 id={title}>{text('hours.title')}</h2>
        <p className="alerts-legend" aria-hidden="true">
          <span className="on">{text('hours.legend.on')}</span>
          {apart.length > 0 ? <span className="apart">{text('hours.legend.alarms', { alarms: typesName(apart) })}</span> : null}
          <span>{text('hours.legend.off')}</span>
        </p>
        <Button
          size="s"
          look="quiet"
          icon={<Pencil size={18} />}
          aria-expanded={isEditing}
          disabled={!facts}
          onClick={() => setEditing(!isEditing)}
        >
          {text('hours.edit')}
        </Button>
      </div>
      {isEditing && facts ? (
        <>
          <HoursEditor
            schedule={facts.schedules[0] ?? null}
            onSaveForAll={(next) => {
              onHoursForAll(next);
              setEditing(false);
            }}
          />
          {notChanged.length > 0 ? <p className="small dim">{text('notChanged', { alarms: typesName(notChanged) })}</p> : null}
        </>
      ) : null}
      {facts ? (
        <WeekBars bars={weekBars(facts.schedules, facts.alarmSchedules)} alarms={apart} now={facts.now} timeZone={facts.timeZone} />
      ) : null}
      <EventsOfDays cameraId={props.cameraId} types={facts ? [...facts.summary.types, ...apart] : props.types} />
    </section>
  );
}

const dayMinutes = 24 * 60;
const axis = [0, 6, 12, 18, 24].map((hour) => timeOf(hour * 60));

interface WeekBarsProps {
  readonly bars: readonly DayBar[];
  /** Alarms that have hours of their own. */
  readonly alarms: readonly AlertType[];
  /** Unix ms. */
  readonly now: number;
  readonly timeZone: string;
}

/** When alerts come, through the week, with a mark where it is now. */
function WeekBars({ bars, alarms, now, timeZone }: WeekBarsProps): ReactNode {
  const today = dayOf(now, timeZone);
  const { from, to } = dayRange(today, timeZone);
  const weekday = weekdays[weekdayOf(today)];
  return (
    <div className="alerts-week">
      {bars.map((bar) => (
        <div key={bar.days.join(' ')} role="img" aria-label={barName(bar, alarms)}>
          <span>{daysName(bar.days)}</span>
          <i>
            {bar.alarms.map((span) => (
              <b key={`alarms ${span.from}`} className="apart" style={placeOf(span)} />
            ))}
            {bar.spans.map((span) => (
              <b key={span.from} style={placeOf(span)} />
            ))}
            {weekday && bar.days.includes(weekday) ? <u style={{ insetInlineStart: `${((now - from) / (to - from)) * 100}%` }} /> : null}
          </i>
        </div>
      ))}
      <div aria-hidden="true">
        <span />
        <em>
          {axis.map((time) => (
            <small key={time}>{time}</small>
          ))}
        </em>
      </div>
    </div>
  );
}

function placeOf({ from, to }: DayBar['spans'][number]): CSSProperties {
  return { insetInlineStart: `${(from / dayMinutes) * 100}%`, inlineSize: `${((to - from) / dayMinutes) * 100}%` };
}

function barName({ days, spans, alarms: alarmSpans }: DayBar, alarms: readonly AlertType[]): string {
  const name = `${daysName(days)}: ${spansName(spans)}`;
  return alarms.length === 0 ? name : `${name}; ${typesName(alarms)}: ${spansName(alarmSpans)}`;
}

function spansName(spans: DayBar['spans']): string {
  const hours = spans.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(', ');
  return hours === '' ? text('summary.noHours') : hours;
}

function daysName(days: readonly Weekday[]): string {
  const known = daysOf(days);
  if (typeof known === 'string') return text(`days.${known}`);
  const [first, last] = [known.at(0), known.at(-1)];
  // Bars are of days in a row.
  if (first && last && known.length > 2) return `${text(`days.${first}`)}–${text(`days.${last}`)}`;
  return known.map((day) => text(`days.${day}`)).join(', ');
}

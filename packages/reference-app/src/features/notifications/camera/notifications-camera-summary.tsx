import { endlessSnooze, formatList, formatMoment } from '@watchpost/sdk-core';
import type { Weekday } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { EventsOfDays } from './notifications-camera-days.tsx';
import { hoursName } from './notifications-camera-hours.tsx';
import { daysOf, timeOf } from './notifications-camera-hours-model.ts';
import { useAlertChats, useAllEventSettings, useChatTypes, usePresence, useSnooze } from './notifications-camera-queries.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { summaryOf, weekBars, type DayBar } from './notifications-camera-summary-model.ts';
import { text } from './notifications-camera-texts.ts';

interface SummaryProps {
  readonly cameraId: string;
  readonly types: readonly AlertType[];
}

/** Says in a sentence what reaches the user, how and when, and whether it does now; with the hours of the week. */
export function AlertsSummary({ cameraId, types }: SummaryProps): ReactNode {
  const serverNow = useServerNow();
  const { settings } = useAllEventSettings(cameraId, types);
  const inChats = useChatTypes(cameraId, types, useAlertChats());
  const { place } = usePresence(cameraId);
  const { until } = useSnooze(cameraId);
  const choices = types.flatMap((type, index) => {
    const own = settings[index];
    return own ? [{ type, settings: own, isInChat: inChats.has(type) }] : [];
  });
  // Its room is kept: what follows does not move when the last answer comes.
  if (choices.length < types.length || until === undefined) {
    return (
      <>
        <p className="camera-notifications-summary" aria-hidden="true" />
        {null}
        <EventsOfDays cameraId={cameraId} types={types} />
      </>
    );
  }
  const locale = currentLocale();
  const now = serverNow();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const summary = summaryOf(choices, { now, timeZone, isSnoozed: until !== null, isHome: place?.presence === 'home' });
  if (summary.types.length === 0) return <p className="camera-notifications-summary">{text('summary.none')}</p>;
  const names = summary.types.map((type, index) =>
    index === 0 ? text(`events.${type}`) : text(`events.${type}`).toLocaleLowerCase(locale),
  );
  const channels = summary.channels.map((channel) => text(`summary.${channel}`));
  const hours =
    summary.hours === 'differ'
      ? text('summary.differ')
      : summary.hours === null
        ? text('summary.always')
        : summary.hours.map(hoursName).join(' · ');
  const isEndless = until !== null && until >= endlessSnooze;
  const state =
    summary.now === 'snoozed'
      ? isEndless
        ? text('summary.now.endless')
        : text('summary.now.snoozed', { time: formatMoment(until ?? now, now, { locale }) })
      : text(`summary.now.${summary.now}`);
  const shown = weekBars(choices.flatMap(({ type, settings: own }) => (summary.types.includes(type) ? [own.schedule] : [])));
  return (
    <>
      <p className="camera-notifications-summary">
        <b>{formatList(names, { locale })}</b>
        {text('summary.reach', { channels: formatList(channels, { locale }) })}
        <b>{summary.isOnlyWhenAway ? `${hours}, ${text('summary.away')}` : hours}</b>
        {`. ${state}`}
      </p>
      {summary.hours === null ? null : <WeekBars bars={shown} />}
      <EventsOfDays cameraId={cameraId} types={summary.types} />
    </>
  );
}

const dayMinutes = 24 * 60;
const axis = [0, 6, 12, 18, 24].map((hour) => timeOf(hour * 60));

/** When alerts come, through the week. */
function WeekBars({ bars }: { readonly bars: readonly DayBar[] }): ReactNode {
  return (
    <div className="camera-notifications-week">
      {bars.map(({ days, spans }) => (
        <div key={days.join(' ')} role="img" aria-label={barName(days, spans)}>
          <span>{daysName(days)}</span>
          <i>
            {spans.map(({ from, to }) => (
              <b
                key={from}
                style={{ insetInlineStart: `${(from / dayMinutes) * 100}%`, inlineSize: `${((to - from) / dayMinutes) * 100}%` }}
              />
            ))}
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

function barName(days: readonly Weekday[], spans: DayBar['spans']): string {
  const hours = spans.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(', ');
  return `${daysName(days)}: ${hours === '' ? text('summary.noHours') : hours}`;
}

function daysName(days: readonly Weekday[]): string {
  const known = daysOf(days);
  if (typeof known === 'string') return text(`days.${known}`);
  const [first, last] = [known.at(0), known.at(-1)];
  // Bars are of days in a row.
  if (first && last && known.length > 2) return `${text(`days.${first}`)}–${text(`days.${last}`)}`;
  return known.map((day) => text(`days.${day}`)).join(', ');
}

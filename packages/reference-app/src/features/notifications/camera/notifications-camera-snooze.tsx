import { endlessSnooze, formatMoment, nextDailyWindowChange } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/choice.tsx';
import { useSnooze } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

const hour = 60 * 60_000;
const morningMinutes = 8 * 60;

/** Pauses the alerts of the camera's events for this user, by all channels. */
export function Snooze({ cameraId }: { readonly cameraId: string }): ReactNode {
  const serverNow = useServerNow();
  const { until, snooze } = useSnooze(cameraId);
  const now = serverNow();
  const isEndless = until !== null && until !== undefined && until >= endlessSnooze;
  const choose = (label: string, end: (from: number) => number): ReactNode => (
    <Button size="s" disabled={until === undefined} onClick={() => snooze(end(serverNow()))}>
      {label}
    </Button>
  );
  return (
    <section className="alerts-snooze" aria-label={text('snooze.title')}>
      <h2>{text('snooze.title')}</h2>
      <p className="small dim" role="status">
        {until === null || until === undefined
          ? text('snooze.description')
          : isEndless
            ? text('snooze.endless')
            : text('snooze.until', { time: formatMoment(until, now, { locale: currentLocale() }) })}
      </p>
      <div className="alerts-wrap">
        {until ? (
          <Button size="s" onClick={() => snooze(null)}>
            {text('snooze.end')}
          </Button>
        ) : (
          <>
            {choose(text('snooze.hour'), (from) => from + hour)}
            {choose(text('snooze.morning'), nextMorning)}
            {choose(text('snooze.turnedOn'), () => endlessSnooze)}
          </>
        )}
      </div>
    </section>
  );
}

/** The same as a switch, for the header of the screen: off until the user turns it on again. */
export function AlertsSwitch({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const { until, snooze } = useSnooze(cameraId);
  if (until === undefined) return null;
  const isOn = until === null;
  return (
    <div className="alerts-switch">
      <Switch
        end
        label={
          <>
            <span className="only-l" aria-hidden="true">
              {text(isOn ? 'switch.on' : 'switch.off')}
            </span>
            <span className="visually-hidden">{text('switch.name')}</span>
          </>
        }
        checked={isOn}
        onChange={(next) => snooze(next ? null : endlessSnooze)}
      />
    </div>
  );
}

function nextMorning(now: number): number {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const morning = nextDailyWindowChange({ fromMinutes: morningMinutes, untilMinutes: morningMinutes + 1 }, now, timeZone);
  return morning ?? now + 8 * hour;
}

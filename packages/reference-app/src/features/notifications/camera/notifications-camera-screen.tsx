import { useSignals } from '@preact/signals-react/runtime';
import { errorText } from '@watchpost/sdk-core';
import type { NotificationHours } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Banner, Spinner } from '../../../shared/ui/status.tsx';
import { PushTrouble } from '../notifications-trouble.tsx';
import { SelfTest } from '../self-test/notifications-self-test.tsx';
import { AwayChoice } from './notifications-camera-away.tsx';
import { AlertsMatrix } from './notifications-camera-matrix.tsx';
import { useAlertChats, useAllEventSettings, useStatusChoice } from './notifications-camera-queries.ts';
import { Snooze } from './notifications-camera-snooze.tsx';
import { AlertsHours, AlertsSummary } from './notifications-camera-summary.tsx';
import { text } from './notifications-camera-texts.ts';
import { useAlertTypes, usualTypes } from './notifications-camera-types.ts';
import './notifications-camera.css';

/** Settings for notifications about a camera: of which events, by which channels and when, and of its state (specification 2, section 2). */
export function AlertsScreen({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const status = useStatusChoice(cameraId);
  const { types, places, isKnown } = useAlertTypes(cameraId);
  const chats = useAlertChats();
  const all = useAllEventSettings(cameraId, types);
  const usualOnes = usualTypes(types);
  const usual = useAllEventSettings(cameraId, usualOnes);
  if (status.error) {
    return (
      <EmptyState broken title={text('loadFailed')} text={errorText(status.error, currentLocale())}>
        <Button busy={status.isFetching} onClick={status.retry}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  const hasTypes = types.length > 0;
  const isAwayKnown = usual.settings.every((one) => one !== undefined);
  const isOnlyWhenAway = usual.settings.every((one) => one?.onlyWhenAway === true);
  const isPushUsed = status.isOn === true || all.settings.some((one) => one?.isEnabled === true);
  const saveHours = (schedule: NotificationHours[] | null): void => usual.save({ schedule });
  return (
    <div className="alerts">
      <div className="alerts-main">
        {hasTypes ? <AlertsSummary cameraId={cameraId} types={types} /> : null}
        {isKnown && !hasTypes ? <p className="alerts-say">{text('events.none')}</p> : null}
        {isPushUsed ? <ThisBrowser /> : null}
        {isKnown && status.isOn !== undefined ? (
          <div className="alerts-matrix">
            <AlertsMatrix cameraId={cameraId} types={types} places={places} chats={chats} onHoursForAll={saveHours} />
            <p className="small dim">{text('events.description')}</p>
          </div>
        ) : (
          <div className="alerts-wait">
            <Spinner />
          </div>
        )}
        {hasTypes ? <AlertsHours cameraId={cameraId} types={types} onHoursForAll={saveHours} /> : null}
        {hasTypes ? (
          <AwayChoice
            cameraId={cameraId}
            isOn={isAwayKnown ? isOnlyWhenAway : undefined}
            alarms={types.filter((type) => !usualOnes.includes(type))}
            // It is turned off for alarms, too, in case something else turned it on.
            onChoose={(onlyWhenAway) => (onlyWhenAway ? usual : all).save({ onlyWhenAway })}
          />
        ) : null}
      </div>
      <div className="alerts-side">
        {/* The test keeps its place, and so its results, when the types are known. */}
        {hasTypes ? <Snooze cameraId={cameraId} /> : null}
        <SelfTest />
      </div>
    </div>
  );
}

/** Shows whether this browser displays notifications, and how to turn them on. */
function ThisBrowser(): ReactNode {
  const { notifications } = useClient();
  useSignals();
  const state = notifications.state.value;
  const { permission, connection } = state;
  useEffect(() => void notifications.resume(), [notifications]);
  const kind = permission === 'unsupported' || permission === 'blocked' ? permission : connection.kind;
  if (kind === 'disconnected') {
    return (
      <Banner
        kind="warning"
        action={
          <Button size="s" onClick={() => void notifications.connect()}>
            {text('turnOn')}
          </Button>
        }
      >
        {text(kind)}
      </Banner>
    );
  }
  return (
    <div className="alerts-browser">
      <p className="small dim" role="status">
        {text(kind)}
      </p>
      <PushTrouble state={state} />
    </div>
  );
}

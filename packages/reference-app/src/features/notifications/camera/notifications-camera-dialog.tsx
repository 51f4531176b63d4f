import { useSignals } from '@preact/signals-react/runtime';
import { errorText } from '@watchpost/sdk-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/choice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Banner, Spinner } from '../../../shared/ui/status.tsx';
import { PushTrouble } from '../notifications-trouble.tsx';
import { SelfTest } from '../self-test/notifications-self-test.tsx';
import { EventChoices } from './notifications-camera-events.tsx';
import { useStatusChoice, useStatusEmailChoice } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';
import './notifications-camera.css';

/** Settings for notifications: when the camera goes offline, and of which events (specification 2, section 2). */
export function CameraNotificationsDialog({ cameraId, onClose }: { readonly cameraId: string; readonly onClose: () => void }): ReactNode {
  useTranslation();
  const { isOn, error, isFetching, choose, retry } = useStatusChoice(cameraId);
  return (
    <Dialog title={text('title')} size="l" onClose={onClose}>
      {isOn !== undefined ? (
        <>
          <Switch end label={text('label')} description={text('description')} checked={isOn} onChange={choose} />
          {isOn ? <ThisBrowser /> : null}
          {isOn ? <StatusEmail cameraId={cameraId} /> : null}
          <EventChoices cameraId={cameraId} test={<SelfTest level="h3" />} />
        </>
      ) : error ? (
        <EmptyState compact broken title={text('loadFailed')} text={errorText(error, currentLocale())}>
          <Button busy={isFetching} onClick={retry}>
            {text('retry')}
          </Button>
        </EmptyState>
      ) : (
        <div className="camera-notifications-wait">
          <Spinner />
        </div>
      )}
    </Dialog>
  );
}

/** Offers the same by e-mail. */
function StatusEmail({ cameraId }: { readonly cameraId: string }): ReactNode {
  const { isOn = false, choose } = useStatusEmailChoice(cameraId);
  return <Switch end label={text('statusEmail')} checked={isOn} onChange={choose} />;
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
    <>
      <p className="small dim" role="status">
        {text(kind)}
      </p>
      <PushTrouble state={state} />
    </>
  );
}

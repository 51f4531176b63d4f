import { useSignals } from '@preact/signals-react/runtime';
import { errorText } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/choice.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { PushTrouble } from './notifications-trouble.tsx';
import { notificationsTexts } from './notifications-texts.ts';
import { SelfTest } from './self-test/notifications-self-test.tsx';
import './notifications-setting.css';

/** Setting for notifications in this browser: on or off, what they do, and help where the browser blocks them. */
export function PushSetting(): ReactNode {
  const { t } = useTranslation(notificationsTexts);
  const { notifications } = useClient();
  useSignals();
  const state = notifications.state.value;
  const [isLeaving, setLeaving] = useState(false);
  const { permission, connection } = state;
  // Refreshes the state, so that the page never shows one from before the first check.
  useEffect(() => void notifications.resume(), [notifications]);
  const isImpossible = permission === 'unsupported' || permission === 'blocked';
  const change = (on: boolean): void => {
    if (on) return void notifications.connect();
    setLeaving(true);
    void notifications.disconnect().finally(() => setLeaving(false));
  };
  return (
    <div className="push-setting">
      <Switch
        end
        label={t('push')}
        description={t('pushText')}
        checked={!isImpossible && !isLeaving && (connection.kind === 'connected' || connection.kind === 'connecting')}
        disabled={isImpossible || isLeaving}
        onChange={change}
      />
      <p className="push-state small dim" role="status">
        {stateText()}
      </p>
      <PushTrouble state={state} />
      {connection.kind === 'connected' && !isLeaving ? <TestButton /> : null}
      <SelfTest />
    </div>
  );

  function stateText(): string {
    if (isLeaving) return t('disconnecting');
    if (permission === 'unsupported') return t('unsupported');
    if (permission === 'blocked') return t('blocked');
    return connection.kind === 'failed' ? t('failed') : t(`${connection.kind}`);
  }
}

function TestButton(): ReactNode {
  const { t } = useTranslation(notificationsTexts);
  const { notifications } = useClient();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await notifications.sendTest();
      showToast('success', t('testSent'), { id: 'push-test', text: t('testSentText') });
    } catch (error) {
      showToast('error', t('testFailed'), { id: 'push-test', text: errorText(error, currentLocale()) });
    } finally {
      setSending(false);
    }
  };
  return (
    <div>
      <Button size="s" busy={isSending} onClick={() => void send()}>
        {t('test')}
      </Button>
    </div>
  );
}

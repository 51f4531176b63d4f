import { errorText } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Switch } from '../../shared/ui/choice.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { PushTrouble } from './notifications-trouble.tsx';
import './notifications-setting.css';

/** Notifications of this browser: on or off, what they do, and what to do where the browser is against it. */
export function PushSetting(): ReactNode {
  const { t } = useTranslation();
  const { notifications } = useClient();
  const state = useSignalValue(notifications.state);
  const [isLeaving, setLeaving] = useState(false);
  const { permission, connection } = state;
  // Whoever comes here right after the page has loaded sees what is so, not what was so before anybody looked.
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
        label={t('notifications.push')}
        description={t('notifications.pushText')}
        checked={!isImpossible && !isLeaving && (connection.kind === 'connected' || connection.kind === 'connecting')}
        disabled={isImpossible || isLeaving}
        onChange={change}
      />
      <p className="push-state small dim" role="status">{stateText()}</p>
      <PushTrouble state={state} />
      {connection.kind === 'connected' && !isLeaving ? <TestButton /> : null}
    </div>
  );

  function stateText(): string {
    if (isLeaving) return t('notifications.disconnecting');
    if (permission === 'unsupported') return t('notifications.unsupported');
    if (permission === 'blocked') return t('notifications.blocked');
    return connection.kind === 'failed' ? t('notifications.failed') : t(`notifications.${connection.kind}`);
  }
}

function TestButton(): ReactNode {
  const { t } = useTranslation();
  const { notifications } = useClient();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await notifications.sendTest();
      showToast('success', t('notifications.testSent'), { id: 'push-test', text: t('notifications.testSentText') });
    } catch (error) {
      showToast('error', t('notifications.testFailed'), { id: 'push-test', text: errorText(error, currentLocale()) });
    } finally {
      setSending(false);
    }
  };
  return (
    <div>
      <Button size="s" busy={isSending} onClick={() => void send()}>{t('notifications.test')}</Button>
    </div>
  );
}

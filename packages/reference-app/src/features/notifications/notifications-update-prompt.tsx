import { ToastCard } from '@watchpost/widgets/primitives';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appUpdate } from './notifications-update.ts';
import { notificationsTexts } from './notifications-texts.ts';
import './notifications-update-prompt.css';

/** Offers a new version of the app. It never reloads by itself, because that could interrupt the user. */
export function UpdatePrompt(): ReactNode {
  const { t } = useTranslation(notificationsTexts);
  const isReady = useSyncExternalStore(appUpdate.subscribe, appUpdate.isReady);
  const [isLater, setLater] = useState(false);
  return (
    <div className="update-prompt" role="status">
      {isReady && !isLater ? (
        <ToastCard
          kind="info"
          title={t('updateReady')}
          text={t('updateReadyText')}
          action={{ label: t('updateReload'), onAction: appUpdate.accept }}
          onClose={() => setLater(true)}
        />
      ) : null}
    </div>
  );
}

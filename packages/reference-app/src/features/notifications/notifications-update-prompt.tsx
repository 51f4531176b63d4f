import { ToastCard } from '@watchpost/widgets/primitives';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appUpdate } from './notifications-update.ts';
import './notifications-update-prompt.css';

/** Offers a new version of the app. Nothing is reloaded unasked: somebody may be in the middle of something. */
export function UpdatePrompt(): ReactNode {
  const { t } = useTranslation();
  const isReady = useSyncExternalStore(appUpdate.subscribe, appUpdate.isReady);
  const [isLater, setLater] = useState(false);
  return (
    <div className="update-prompt" role="status">
      {isReady && !isLater ? (
        <ToastCard
          kind="info"
          title={t('notifications.updateReady')}
          text={t('notifications.updateReadyText')}
          action={{ label: t('notifications.updateReload'), onAction: appUpdate.accept }}
          onClose={() => setLater(true)}
        />
      ) : null}
    </div>
  );
}

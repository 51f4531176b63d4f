import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, WatchpostErrorCode } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** What to do about a camera that is offline: its own reason first, then the usual suspects. */
export function OfflineHelp({ camera, onClose }: { camera: Camera; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const reason = camera.stateReason?.startsWith('camera-') && camera.stateReason !== 'camera-offline' ? errorText(new WatchpostError(camera.stateReason as WatchpostErrorCode), currentLocale()) : null;
  return (
    <Dialog title={t('cameras.whatToDoTitle', { name: camera.title })} onClose={onClose}>
      {reason ? <p className="strong">{reason}</p> : null}
      <ol className="wp-steps">
        <li>{t('cameras.whatToDo1')}</li>
        <li>{t('cameras.whatToDo2')}</li>
        <li>{t('cameras.whatToDo3')}</li>
      </ol>
      <p>{t('cameras.whatToDo4')}</p>
    </Dialog>
  );
}

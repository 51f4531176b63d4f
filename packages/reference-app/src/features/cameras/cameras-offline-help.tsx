import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, WatchpostErrorCode } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { cameraTexts } from './camera/cameras-camera-texts.ts';

/** Advice for an offline camera: the known reason first, then common causes. */
export function OfflineHelp({ camera, onClose }: { camera: Camera; onClose: () => void }): ReactNode {
  const { t } = useTranslation(cameraTexts);
  const reason =
    camera.stateReason?.startsWith('camera-') && camera.stateReason !== 'camera-offline'
      ? errorText(new WatchpostError(camera.stateReason as WatchpostErrorCode), currentLocale())
      : null;
  return (
    <Dialog title={t('whatToDoTitle', { name: camera.title })} onClose={onClose}>
      {reason ? <p className="strong">{reason}</p> : null}
      <ol className="wp-steps">
        <li>{t('whatToDo1')}</li>
        <li>{t('whatToDo2')}</li>
        <li>{t('whatToDo3')}</li>
      </ol>
      <p>{t('whatToDo4')}</p>
    </Dialog>
  );
}

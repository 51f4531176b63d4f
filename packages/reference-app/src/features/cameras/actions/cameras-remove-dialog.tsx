import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { useRemove } from './cameras-changes.ts';
import { cameraTexts } from '../camera/cameras-camera-texts.ts';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';

/** Says what will be lost: an owner loses the recordings, a viewer only their access (specification 2, section 4). */
export function RemoveDialog({ camera, onClose, onRemoved }: { camera: Camera; onClose: () => void; onRemoved: () => void }): ReactNode {
  const { t } = useTranslation([cameraTexts, commonTexts]);
  const remove = useRemove(camera.id);
  const { canDeleteData } = useCapabilities(camera);
  const submit = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onRemoved();
        showToast('success', t('removed', { name: camera.title }));
      },
    });
  return (
    <Dialog
      title={t('removeTitle', { name: camera.title })}
      onClose={onClose}
      busy={remove.isPending}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={remove.isPending} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={submit}>
            {remove.isPending ? t('removing') : t('remove')}
          </Button>
        </>
      }
    >
      <p>{t(canDeleteData ? 'removeOwnerText' : 'removeViewerText')}</p>
      {remove.error ? <ErrorText>{errorText(remove.error, currentLocale())}</ErrorText> : null}
    </Dialog>
  );
}

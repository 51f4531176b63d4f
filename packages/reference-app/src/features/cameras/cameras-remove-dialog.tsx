import type { Camera } from '@watchpost/sdk-core';
import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useRemove } from './cameras-queries.ts';

/** Names what goes: an owner loses the recordings, anybody else only their access (specification 2, section 4). */
export function RemoveDialog({ camera, onClose, onRemoved }: { camera: Camera; onClose: () => void; onRemoved: () => void }): ReactNode {
  const { t } = useTranslation();
  const remove = useRemove(camera.id);
  const submit = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onRemoved();
        showToast('success', t('cameras.removed', { name: camera.title }));
      },
    });
  return (
    <Dialog
      title={t('cameras.removeTitle', { name: camera.title })}
      onClose={onClose}
      busy={remove.isPending}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={remove.isPending} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={submit}>
            {remove.isPending ? t('cameras.removing') : t('cameras.remove')}
          </Button>
        </>
      }
    >
      <p>{t(camera.isOwner ? 'cameras.removeOwnerText' : 'cameras.removeViewerText')}</p>
      {remove.error ? <ErrorText>{errorText(remove.error, currentLocale())}</ErrorText> : null}
    </Dialog>
  );
}

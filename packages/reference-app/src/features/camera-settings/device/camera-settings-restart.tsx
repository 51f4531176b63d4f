import { errorText } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { ListRow } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { useRestart } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';

export function RestartRow({ cameraId }: { readonly cameraId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <ListRow title={deviceText('restart')} text={deviceText('restartText')} onPress={() => setOpen(true)} />
      {isOpen ? <RestartDialog cameraId={cameraId} onClose={() => setOpen(false)} /> : null}
    </li>
  );
}

/** Asks before a restart interrupts the picture. */
export function RestartDialog({ cameraId, onClose }: { readonly cameraId: string; readonly onClose: () => void }): ReactNode {
  const restart = useRestart(cameraId);
  const submit = (): void =>
    restart.mutate(undefined, {
      onSuccess: () => {
        onClose();
        showToast('success', deviceText('restarting'), { id: 'camera-restart' });
      },
    });
  return (
    <ConfirmDialog
      title={deviceText('restartTitle')}
      description={deviceText('restartAsk')}
      submitLabel={deviceText('restart')}
      cancelLabel={deviceText('cancel')}
      busy={restart.isPending}
      error={restart.error ? <ErrorText>{errorText(restart.error, currentLocale())}</ErrorText> : null}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

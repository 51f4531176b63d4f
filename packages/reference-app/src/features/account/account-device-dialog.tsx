import { useQueryClient } from '@tanstack/react-query';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { SignedInDevice } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { deviceTitle } from './account-device-model.ts';
import { deviceListQuery } from './account-queries.ts';
import { accountTexts } from './account-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** Asks before signing out one device, or all other devices (`null`). The row disappears once the server has confirmed. */
export function SignOutDeviceDialog({ device, onClose }: { device: SignedInDevice | null; onClose: () => void }): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts]);
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const title = device && (deviceTitle(device) ?? t('deviceUnknown'));

  const signOut = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await (device ? client.account.signOutDevice(device.id).catch(unlessGone) : client.account.signOutOtherDevices());
      const { queryKey } = deviceListQuery(client);
      queries.setQueryData(queryKey, (devices) => devices?.filter((each) => (device ? each.id !== device.id : each.isCurrent)));
      void queries.invalidateQueries({ queryKey });
      showToast('success', title ? t('deviceSignedOut', { device: title }) : t('devicesSignedOut'), { id: 'devices' });
      onClose();
    } catch (failure) {
      setBusy(false);
      setError(errorText(failure, currentLocale()));
    }
  };
  return (
    <ConfirmDialog
      title={title ? t('deviceSignOutTitle') : t('devicesOthersTitle')}
      description={title ? t('deviceSignOutText', { device: title }) : t('devicesOthersText')}
      submitLabel={t('deviceSignOut')}
      cancelLabel={t('common:cancel')}
      busy={busy}
      error={error ? <ErrorText>{error}</ErrorText> : null}
      onSubmit={() => void signOut()}
      onClose={onClose}
    />
  );
}

/** Ignores a device that is already signed out: the user has what they wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof WatchpostError) || error.code !== 'not-found') throw error;
}

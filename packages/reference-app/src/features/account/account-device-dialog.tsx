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

/** Asks before signing out one device, or all but this one (`null`). The row goes when the server has said so. */
export function SignOutDeviceDialog({ device, onClose }: { device: SignedInDevice | null; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const title = device && (deviceTitle(device) ?? t('account.deviceUnknown'));

  const signOut = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await (device ? client.account.signOutDevice(device.id).catch(unlessGone) : client.account.signOutOtherDevices());
      const { queryKey } = deviceListQuery(client);
      queries.setQueryData(queryKey, (devices) => devices?.filter((each) => (device ? each.id !== device.id : each.isCurrent)));
      void queries.invalidateQueries({ queryKey });
      showToast('success', title ? t('account.deviceSignedOut', { device: title }) : t('account.devicesSignedOut'), { id: 'devices' });
      onClose();
    } catch (failure) {
      setBusy(false);
      setError(errorText(failure, currentLocale()));
    }
  };
  return (
    <ConfirmDialog
      title={title ? t('account.deviceSignOutTitle') : t('account.devicesOthersTitle')}
      description={title ? t('account.deviceSignOutText', { device: title }) : t('account.devicesOthersText')}
      submitLabel={t('account.deviceSignOut')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      error={error ? <ErrorText>{error}</ErrorText> : null}
      onSubmit={() => void signOut()}
      onClose={onClose}
    />
  );
}

/** Somebody was quicker: the device is signed out, which is what was asked for. */
function unlessGone(error: unknown): void {
  if (!(error instanceof WatchpostError) || error.code !== 'not-found') throw error;
}

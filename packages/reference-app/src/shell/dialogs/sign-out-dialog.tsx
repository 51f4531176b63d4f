import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetPerson } from '../../shared/browser/preferences.ts';
import { useClient } from '../../shared/client.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Asks, then ends the session; the page is loaded anew at sign-in, so that nothing of the person stays in memory. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await client.session.signOut();
    forgetPerson();
    location.assign(paths.signIn);
  };
  return (
    <ConfirmDialog
      title={t('shell.signOutTitle')}
      description={t('shell.signOutText')}
      submitLabel={t('shell.signOut')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      onSubmit={() => void signOut()}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../shared/client.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';

/** Asks, then ends the session; the page is loaded anew at sign-in, so that nothing of the person stays in memory. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await client.session.signOut();
    location.assign('/signin');
  };
  return (
    <Dialog
      title={t('shell.signOutTitle')}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" busy={busy} onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </>
      }
    >
      <p>{t('shell.signOutText')}</p>
    </Dialog>
  );
}

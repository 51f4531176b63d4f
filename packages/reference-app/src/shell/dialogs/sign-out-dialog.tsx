import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { shellTexts } from '../shell-texts.ts';
import { endSession } from './end-session.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import { withBasePath } from '../../shared/navigation/base-path.ts';

/** Asks for confirmation and ends the session. Sign-in loads as a new page, so that no data of the user stays in memory. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation([shellTexts, commonTexts]);
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await endSession(client);
    location.assign(withBasePath(paths.signIn));
  };
  return (
    <ConfirmDialog
      title={t('signOutTitle')}
      description={t('signOutText')}
      submitLabel={t('signOut')}
      cancelLabel={t('common:cancel')}
      busy={busy}
      onSubmit={() => void signOut()}
      onClose={onClose}
    />
  );
}

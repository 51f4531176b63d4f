import type { Client } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../../shared/browser/clock.ts';
import { forgetPerson } from '../../shared/browser/preferences.ts';
import { useClient } from '../../shared/client.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Loading another page would cut it off; a push service that does not answer must not keep anybody here. Milliseconds. */
const pushLimit = 3000;

/** Waits until this browser gets no more messages for the person who has signed out. */
function pushIsGone({ state, disconnect }: Client['notifications']): Promise<void> {
  if (state.peek().connection.kind === 'disconnected') return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = browserClock.after(pushLimit, resolve);
    void disconnect().finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Asks, then ends the session; the page is loaded anew at sign-in, so that nothing of the person stays in memory. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    await client.session.signOut();
    forgetPerson();
    await pushIsGone(client.notifications);
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

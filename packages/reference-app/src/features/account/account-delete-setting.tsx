import type { Session } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { useClient } from '../../shared/client.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ListRow } from '../../shared/ui/status.tsx';
import { DeleteDialog } from './account-delete-dialog.tsx';

/** The way out for good. */
export function DeleteSetting(): ReactNode {
  const { t } = useTranslation();
  const session = useSignalValue(useClient().session.current);
  const [deleting, setDeleting] = useState<Session | null>(null);
  // The dialog outlives the session: it leads away from here.
  if (!session && !deleting) return null;
  return (
    <section aria-labelledby="account-delete">
      <h2 id="account-delete" className="visually-hidden">
        {t('account.delete')}
      </h2>
      <ListRow
        title={t('account.delete')}
        text={t('account.deleteText')}
        after={
          <span className="account-outdent">
            <Button look="danger-quiet" onClick={() => setDeleting(session)}>
              {t('account.deleteOpen')}
            </Button>
          </span>
        }
      />
      {deleting ? (
        // Sign-in is loaded anew, so that nothing of the person stays in memory.
        <DeleteDialog session={deleting} onDeleted={() => location.assign(paths.signIn)} onClose={() => setDeleting(null)} />
      ) : null}
    </section>
  );
}

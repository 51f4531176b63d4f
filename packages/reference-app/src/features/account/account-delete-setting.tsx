import { useSignals } from '@preact/signals-react/runtime';
import type { Session } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ListRow } from '../../shared/ui/status.tsx';
import { DeleteDialog } from './account-delete-dialog.tsx';
import { accountTexts } from './account-texts.ts';
import { withBasePath } from '../../shared/navigation/base-path.ts';

/** Setting that deletes the account. */
export function DeleteSetting(): ReactNode {
  const { t } = useTranslation(accountTexts);
  useSignals();
  const session = useClient().session.current.value;
  const [deleting, setDeleting] = useState<Session | null>(null);
  // The dialog outlives the session, because it navigates away at the end.
  if (!session && !deleting) return null;
  return (
    <section aria-labelledby="account-delete">
      <h2 id="account-delete" className="visually-hidden">
        {t('delete')}
      </h2>
      <ListRow
        title={t('delete')}
        text={t('deleteText')}
        after={
          <span className="account-outdent">
            <Button look="danger-quiet" onClick={() => setDeleting(session)}>
              {t('deleteOpen')}
            </Button>
          </span>
        }
      />
      {deleting ? (
        // Sign-in loads as a new page, so that no data of the user stays in memory.
        <DeleteDialog session={deleting} onDeleted={() => location.assign(withBasePath(paths.signIn))} onClose={() => setDeleting(null)} />
      ) : null}
    </section>
  );
}

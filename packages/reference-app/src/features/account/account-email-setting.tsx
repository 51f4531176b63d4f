import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ListRow } from '../../shared/ui/status.tsx';
import { EmailDialog } from './account-email-dialog.tsx';

/** The address that signs in. */
export function EmailSetting(): ReactNode {
  const { t } = useTranslation();
  const session = useSignalValue(useClient().session.current);
  const [changing, setChanging] = useState(false);
  // Kept when the dialog is closed by accident.
  const [draft, setDraft] = useState('');
  if (!session) return null;
  return (
    <>
      <ListRow title={session.email} text={t('account.emailText')} after={<Button onClick={() => setChanging(true)}>{t('account.emailChange')}</Button>} />
      {changing ? <EmailDialog session={session} draft={draft} onDraft={setDraft} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

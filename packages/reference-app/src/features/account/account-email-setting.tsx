import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ListRow } from '../../shared/ui/status.tsx';
import { EmailDialog } from './account-email-dialog.tsx';
import { accountTexts } from './account-texts.ts';

/** Setting for the address that the user signs in with. */
export function EmailSetting(): ReactNode {
  const { t } = useTranslation(accountTexts);
  useSignals();
  const session = useClient().session.current.value;
  const [changing, setChanging] = useState(false);
  // Kept when the dialog is closed by accident.
  const [draft, setDraft] = useState('');
  if (!session) return null;
  return (
    <>
      <ListRow title={session.email} text={t('emailText')} after={<Button onClick={() => setChanging(true)}>{t('emailChange')}</Button>} />
      {changing ? <EmailDialog session={session} draft={draft} onDraft={setDraft} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Why nothing was added, where no field is to blame. */
export function FailureNote({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <p className="note bad" role="alert">
      <CircleAlert size={20} />
      <span>
        <b>{t('addCamera.failedTitle')}</b>
        <br />
        {text}
      </span>
    </p>
  );
}

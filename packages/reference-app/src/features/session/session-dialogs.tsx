import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

export type SignInTopic = 'terms' | 'privacy' | 'help';

/** What can be read before signing in, where the operator has no pages of their own. */
export function SignInDialog({ topic, onClose }: { topic: SignInTopic; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  switch (topic) {
    case 'terms':
      return (
        <Dialog title={t('session.termsTitle')} onClose={onClose}>
          <p>{t('session.termsText1')}</p>
          <p>{t('session.termsText2')}</p>
          <p>{t('session.termsText3')}</p>
        </Dialog>
      );
    case 'privacy':
      return (
        <Dialog title={t('session.privacyTitle')} onClose={onClose}>
          <p>{t('session.privacyText1')}</p>
          <p>{t('session.privacyText2')}</p>
          <p>{t('session.privacyText3')}</p>
        </Dialog>
      );
    case 'help':
      return (
        <Dialog title={t('session.helpTitle')} onClose={onClose}>
          <p>{t('session.helpText1')}</p>
          <p>{t('session.helpText2')}</p>
          <p>
            <RichText message={t('session.helpText3')} parts={{ code: (text) => <code>{text}</code> }} />
          </p>
        </Dialog>
      );
  }
}

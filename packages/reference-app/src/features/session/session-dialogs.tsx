import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { moreTexts } from './session-more-texts.ts';

export type SignInTopic = 'terms' | 'privacy' | 'help';

/** Terms, privacy and help before sign-in, if the operator has no pages for them. */
export function SignInDialog({ topic, onClose }: { topic: SignInTopic; onClose: () => void }): ReactNode {
  const { t } = useTranslation(moreTexts);
  switch (topic) {
    case 'terms':
      return (
        <Dialog title={t('termsTitle')} onClose={onClose}>
          <p>{t('termsText1')}</p>
          <p>{t('termsText2')}</p>
          <p>{t('termsText3')}</p>
        </Dialog>
      );
    case 'privacy':
      return (
        <Dialog title={t('privacyTitle')} onClose={onClose}>
          <p>{t('privacyText1')}</p>
          <p>{t('privacyText2')}</p>
          <p>{t('privacyText3')}</p>
        </Dialog>
      );
    case 'help':
      return (
        <Dialog title={t('helpTitle')} onClose={onClose}>
          <p>{t('helpText1')}</p>
          <p>{t('helpText2')}</p>
          <p>
            <RichText message={t('helpText3')} parts={{ code: (text) => <code>{text}</code> }} />
          </p>
        </Dialog>
      );
  }
}

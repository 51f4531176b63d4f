import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** Under Continue: what the person agrees to, each in its own words. */
export function TermsNotice(): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'terms' | 'privacy' | null>(null);
  const link = (name: 'terms' | 'privacy') => (text: string) => (
    // A link, because a button cannot be broken across lines like the rest of the sentence.
    <a
      href={`#${name}`}
      onClick={(event) => {
        event.preventDefault();
        setOpen(name);
      }}
    >
      {text}
    </a>
  );
  return (
    <div className="small dimmer">
      <RichText message={t('session.terms')} parts={{ terms: link('terms'), privacy: link('privacy') }} />
      {open === 'terms' ? (
        <Dialog title={t('session.termsTitle')} onClose={() => setOpen(null)}>
          <p>{t('session.termsText1')}</p>
          <p>{t('session.termsText2')}</p>
          <p>{t('session.termsText3')}</p>
        </Dialog>
      ) : null}
      {open === 'privacy' ? (
        <Dialog title={t('session.privacyTitle')} onClose={() => setOpen(null)}>
          <p>{t('session.privacyText1')}</p>
          <p>{t('session.privacyText2')}</p>
          <p>{t('session.privacyText3')}</p>
        </Dialog>
      ) : null}
    </div>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** Under Continue: what the person agrees to. The operator's own pages where there are any, otherwise what holds for every server. */
export function TermsNotice(): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'terms' | 'privacy' | null>(null);
  const { termsOfUse, privacy } = externalLinks(currentLocale());
  const pages = { terms: termsOfUse, privacy };
  const link = (name: 'terms' | 'privacy') => (text: string) =>
    pages[name] === null ? (
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
    ) : (
      <a href={pages[name]} target="_blank" rel="noopener noreferrer">
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

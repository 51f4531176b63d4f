import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { useTopic } from './session-topic.tsx';

/** Under Continue: what the person agrees to. The operator's own pages where there are any, otherwise what holds for every server. */
export function TermsNotice(): ReactNode {
  const { t } = useTranslation();
  const { open, preload, dialog } = useTopic();
  const { termsOfUse, privacy } = externalLinks(currentLocale());
  const pages = { terms: termsOfUse, privacy };
  const link = (name: 'terms' | 'privacy') => (text: string) =>
    pages[name] === null ? (
      // A link, because a button cannot be broken across lines like the rest of the sentence.
      <a
        href={`#${name}`}
        onPointerEnter={preload}
        onClick={(event) => {
          event.preventDefault();
          open(name);
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
      {dialog}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { useTopic } from './session-topic.tsx';
import { sessionTexts } from './session-texts.ts';

/** The terms that Continue accepts: the operator's pages if there are any, otherwise general ones. */
export function TermsNotice(): ReactNode {
  const { t } = useTranslation(sessionTexts);
  const { open, preload, dialog } = useTopic();
  const { termsOfUse, privacy } = externalLinks(currentLocale());
  const pages = { terms: termsOfUse, privacy };
  const link = (name: 'terms' | 'privacy') => (text: string) =>
    pages[name] === null ? (
      // A link, because a button cannot wrap across lines within a sentence.
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
      <RichText message={t('terms')} parts={{ terms: link('terms'), privacy: link('privacy') }} />
      {dialog}
    </div>
  );
}

import { ChevronDown, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commonTexts } from './common-texts.ts';
import { languages } from './i18n.ts';
import { useLocaleChoice } from './locale-choice.ts';

/** The interface's language on a page without a profile menu; the native picker works well on phones. */
export function LanguageSelect({ className }: { readonly className: string }): ReactNode {
  const { t } = useTranslation(commonTexts);
  const { locale: chosen, choose } = useLocaleChoice();
  return (
    <label className={className}>
      <Globe size={16} />
      <span className="visually-hidden">{t('language')}</span>
      <select
        value={chosen}
        onChange={(event) => {
          const language = languages.find(({ locale }) => locale === event.target.value);
          if (language) void choose(language.locale);
        }}
      >
        {languages.map(({ locale, name }) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} />
    </label>
  );
}

import { ChevronDown, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { useTopic } from './session-topic.tsx';

/** Help, and the language: a native picker, because it is the first thing that a phone shows well. */
export function SignInFoot(): ReactNode {
  const { t } = useTranslation();
  const { locale: chosen, choose } = useLocaleChoice();
  const { open, preload, dialog } = useTopic();
  return (
    <footer className="sign-foot">
      <button type="button" onPointerEnter={preload} onClick={() => open('help')}>
        {t('session.help')}
      </button>
      <label className="sign-language">
        <Globe size={16} />
        <span className="visually-hidden">{t('shell.language')}</span>
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
      {dialog}
    </footer>
  );
}

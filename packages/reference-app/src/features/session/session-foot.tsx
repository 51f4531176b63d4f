import { ChevronDown, Globe } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** Help, and the language: a native picker, because it is the first thing that a phone shows well. */
export function SignInFoot(): ReactNode {
  const { t } = useTranslation();
  const { locale: chosen, choose } = useLocaleChoice();
  const [help, setHelp] = useState(false);
  return (
    <footer className="sign-foot">
      <button type="button" onClick={() => setHelp(true)}>
        {t('session.help')}
      </button>
      <label className="sign-language">
        <Globe size={16} />
        <span className="visually-hidden">{t('shell.language')}</span>
        <select
          value={chosen}
          onChange={(event) => {
            const language = languages.find(({ locale }) => locale === event.target.value);
            if (language) choose(language.locale);
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
      {help ? (
        <Dialog title={t('session.helpTitle')} onClose={() => setHelp(false)}>
          <p>{t('session.helpText1')}</p>
          <p>{t('session.helpText2')}</p>
          <p>
            <RichText message={t('session.helpText3')} parts={{ code: (text) => <code>{text}</code> }} />
          </p>
        </Dialog>
      ) : null}
    </footer>
  );
}

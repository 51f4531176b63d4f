import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { Segmented } from '../../shared/ui/choice.tsx';
import { AccountChoice } from './account-choice.tsx';
import { accountTexts } from './account-texts.ts';

/** Setting for the language of the interface, e-mail messages and notifications. */
export function LanguageSetting(): ReactNode {
  const { t } = useTranslation(accountTexts);
  const { locale, choose } = useLocaleChoice();
  return (
    <AccountChoice title={t('language')} text={t('languageText')}>
      <Segmented
        label={t('language')}
        value={locale}
        onValue={(next) => void choose(next)}
        options={languages.map((language) => ({ value: language.locale, label: <span lang={language.locale}>{language.name}</span> }))}
      />
    </AccountChoice>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { Segmented } from '../../shared/ui/choice.tsx';
import { AccountChoice } from './account-choice.tsx';

/** The language of the interface, of letters and of notifications. */
export function LanguageSetting(): ReactNode {
  const { t } = useTranslation();
  const { locale, choose } = useLocaleChoice();
  return (
    <AccountChoice title={t('account.language')} text={t('account.languageText')}>
      <Segmented label={t('account.language')} value={locale} onValue={(next) => void choose(next)} options={languages.map((language) => ({ value: language.locale, label: <span lang={language.locale}>{language.name}</span> }))} />
    </AccountChoice>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { AccountRow } from './account-row.tsx';
import { AccountSelect } from './account-select.tsx';

/** The language of the interface, of letters and of notifications. */
export function LanguageSetting(): ReactNode {
  const { t } = useTranslation();
  const { locale, choose } = useLocaleChoice();
  return (
    <AccountRow title={t('account.language')} text={t('account.languageText')}>
      <AccountSelect label={t('account.language')} value={locale} options={languages.map((language) => ({ value: language.locale, label: language.name, lang: language.locale }))} onValue={choose} />
    </AccountRow>
  );
}

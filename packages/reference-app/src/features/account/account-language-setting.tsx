import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/i18n/i18n.ts';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { Segmented } from '../../shared/ui/choice.tsx';
import { AccountChoice } from './account-choice.tsx';

/** The language of the interface, of letters and of notifications. */
export function LanguageSetting(): ReactNode {
  const { t } = useTranslation();
  const { locale, choose } = useLocaleChoice();
  // What was pressed is shown at once, while its texts are still on their way.
  const [wanted, setWanted] = useState<AppLocale | null>(null);
  const change = (next: AppLocale): void => {
    setWanted(next);
    void choose(next).finally(() => setWanted((current) => (current === next ? null : current)));
  };
  return (
    <AccountChoice title={t('account.language')} text={t('account.languageText')}>
      <Segmented label={t('account.language')} value={wanted ?? locale} onValue={change} options={languages.map((language) => ({ value: language.locale, label: <span lang={language.locale}>{language.name}</span> }))} />
    </AccountChoice>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, themeChoice } from '../../shared/browser/preferences.ts';
import { AccountRow } from './account-row.tsx';
import { AccountSelect } from './account-select.tsx';

/** Light, dark, or as the device; of this browser only. */
export function ThemeSetting(): ReactNode {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(themeChoice);
  const options = [
    { value: 'system', label: t('shell.themeSystem') },
    { value: 'light', label: t('shell.themeLight') },
    { value: 'dark', label: t('shell.themeDark') },
  ] as const;
  return (
    <AccountRow title={t('shell.theme')} text={t('account.themeText')}>
      <AccountSelect
        label={t('shell.theme')}
        value={theme}
        options={options}
        onValue={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
      />
    </AccountRow>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, themeChoice } from '../../shared/browser/preferences.ts';
import { Segmented } from '../../shared/ui/choice.tsx';
import { AccountChoice } from './account-choice.tsx';

/** Light, dark, or as the device; of this browser only. */
export function ThemeSetting(): ReactNode {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(themeChoice);
  return (
    <AccountChoice title={t('shell.theme')} text={t('account.themeText')}>
      <Segmented
        label={t('shell.theme')}
        value={theme}
        onValue={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
        options={[
          { value: 'system', label: t('shell.themeSystem') },
          { value: 'light', label: t('shell.themeLight') },
          { value: 'dark', label: t('shell.themeDark') },
        ]}
      />
    </AccountChoice>
  );
}

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, themeChoice } from '../../shared/browser/theme.ts';
import { Segmented } from '../../shared/ui/choice.tsx';
import { AccountChoice } from './account-choice.tsx';
import { accountTexts } from './account-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** Setting for the theme of this browser: light, dark, or the device's. */
export function ThemeSetting(): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts]);
  const [theme, setTheme] = useState(themeChoice);
  return (
    <AccountChoice title={t('common:theme')} text={t('themeText')}>
      <Segmented
        label={t('common:theme')}
        value={theme}
        onValue={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
        options={[
          { value: 'system', label: t('common:themeSystem') },
          { value: 'light', label: t('common:themeLight') },
          { value: 'dark', label: t('common:themeDark') },
        ]}
      />
    </AccountChoice>
  );
}

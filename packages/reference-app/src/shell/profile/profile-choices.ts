import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, parseTheme, themeChoice } from '../../shared/browser/preferences.ts';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';

export interface Choice {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

export function useLanguageChoice(): Choice {
  const { t } = useTranslation();
  const { locale: chosen, choose } = useLocaleChoice();
  return {
    label: t('shell.language'),
    chosen,
    options: languages.map(({ locale, name }) => ({ value: locale, label: name })),
    onChoose: (value) => {
      const language = languages.find(({ locale }) => locale === value);
      if (language) void choose(language.locale);
    },
  };
}

export function useThemeChoice(): Choice {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(themeChoice);
  return {
    label: t('shell.theme'),
    chosen,
    options: [
      { value: 'system', label: t('shell.themeSystem') },
      { value: 'light', label: t('shell.themeLight') },
      { value: 'dark', label: t('shell.themeDark') },
    ],
    onChoose: (value) => {
      chooseTheme(parseTheme(value));
      setChosen(themeChoice());
    },
  };
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, parseTheme, themeChoice } from '../../shared/browser/theme.ts';
import { languages } from '../../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

export interface Choice {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

export function useLanguageChoice(): Choice {
  const { t } = useTranslation(commonTexts);
  const { locale: chosen, choose } = useLocaleChoice();
  return {
    label: t('language'),
    chosen,
    options: languages.map(({ locale, name }) => ({ value: locale, label: name })),
    onChoose: (value) => {
      const language = languages.find(({ locale }) => locale === value);
      if (language) void choose(language.locale);
    },
  };
}

export function useThemeChoice(): Choice {
  const { t } = useTranslation(commonTexts);
  const [chosen, setChosen] = useState(themeChoice);
  return {
    label: t('theme'),
    chosen,
    options: [
      { value: 'system', label: t('themeSystem') },
      { value: 'light', label: t('themeLight') },
      { value: 'dark', label: t('themeDark') },
    ],
    onChoose: (value) => {
      chooseTheme(parseTheme(value));
      setChosen(themeChoice());
    },
  };
}

import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, parseTheme, themeChoice } from '../shared/browser/preferences.ts';
import { useSignalValue } from '../shared/browser/signal.ts';
import { useClient } from '../shared/client.tsx';
import { languages } from '../shared/i18n/i18n.ts';
import { useLocaleChoice } from '../shared/i18n/locale-choice.ts';
import { Menu } from '../shared/ui/menu.tsx';
import type { MenuEntry } from '../shared/ui/menu-entry.ts';
import { initials } from './initials.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Who is signed in, language, theme and the way out. */
export function ProfileMenu(): ReactNode {
  const { t } = useTranslation();
  const session = useSignalValue(useClient().session.current);
  const [theme, setTheme] = useState(themeChoice);
  const [signingOut, setSigningOut] = useState(false);
  const { locale: chosenLocale, choose } = useLocaleChoice();
  const email = session?.email ?? '';
  const entries: readonly MenuEntry[] = [
    {
      kind: 'choice',
      label: t('shell.language'),
      chosen: chosenLocale,
      options: languages.map(({ locale, name }) => ({ value: locale, label: name })),
      onChoose: (value) => {
        const language = languages.find(({ locale }) => locale === value);
        if (language) choose(language.locale);
      },
    },
    { kind: 'line' },
    {
      kind: 'choice',
      label: t('shell.theme'),
      chosen: theme,
      options: [
        { value: 'system', label: t('shell.themeSystem'), icon: <Monitor size={20} /> },
        { value: 'light', label: t('shell.themeLight'), icon: <Sun size={20} /> },
        { value: 'dark', label: t('shell.themeDark'), icon: <Moon size={20} /> },
      ],
      onChoose: (value) => {
        chooseTheme(parseTheme(value));
        setTheme(themeChoice());
      },
    },
    { kind: 'line' },
    { kind: 'item', label: t('shell.signOut'), icon: <LogOut size={20} />, onAction: () => setSigningOut(true) },
  ];
  return (
    <>
      <Menu label={`${t('shell.profile')} ${initials(email)}`} className="av" button={<span aria-hidden="true">{initials(email)}</span>} top={<p className="menu-who">{email}</p>} entries={entries} />
      {signingOut ? <SignOutDialog onClose={() => setSigningOut(false)} /> : null}
    </>
  );
}

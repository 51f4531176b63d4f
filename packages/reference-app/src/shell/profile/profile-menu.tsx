import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { openDialog } from '../dialogs/dialog-store.ts';
import { useLanguageChoice, useThemeChoice } from './profile-choices.ts';
import { profileIcons } from './profile-icons.ts';
import type { ProfileRow } from './profile-model.ts';
import { useProfileNotice } from './profile-notice.tsx';
import type { ProfileProps } from './profile-props.ts';
import { useProfileRows } from './use-profile-rows.ts';
import { shellTexts } from '../shell-texts.ts';

const themeIcons = { system: <Monitor size={20} />, light: <Sun size={20} />, dark: <Moon size={20} /> } as const;
const themeIcon = (value: string): ReactNode => (value === 'light' || value === 'dark' ? themeIcons[value] : themeIcons.system);

/** The profile menu on large screens: the user, the account's notice, links, language, theme and sign-out. */
export function ProfileMenu({ label, face, email }: ProfileProps): ReactNode {
  const { t } = useTranslation(shellTexts);
  const notice = useProfileNotice();
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  const { groups, act } = useProfileRows();
  const entryOf = (row: ProfileRow): MenuEntry => {
    const Icon = profileIcons[row.name];
    const looks = { label: t(`${row.name}`), icon: <Icon size={20} /> };
    return row.kind === 'more'
      ? { kind: 'submenu', ...looks, entries: row.rows.map(entryOf) }
      : { kind: 'item', ...looks, onAction: () => act(row) };
  };
  const LogOut = profileIcons.signOut;
  const entries: readonly MenuEntry[] = [
    ...groups.flatMap((rows) => [...rows.map(entryOf), { kind: 'line' } as const]),
    { kind: 'choice', ...language },
    { kind: 'line' },
    { kind: 'choice', ...theme, options: theme.options.map((option) => ({ ...option, icon: themeIcon(option.value) })) },
    { kind: 'line' },
    { kind: 'item', label: t('signOut'), icon: <LogOut size={20} />, onAction: () => openDialog('signOut') },
  ];
  const top = (
    <div className="profile-top">
      <p className="profile-email">{email}</p>
      {notice?.content}
    </div>
  );
  return <Menu label={label} className="av" button={face} top={top} entries={entries} />;
}

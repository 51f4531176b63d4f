import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuList } from '../../shared/ui/menu.tsx';
import type { MenuEntry } from '../../shared/ui/menu-entry.ts';
import { Popper } from '../../shared/ui/popper.tsx';
import { openDialog } from '../dialogs/dialog-store.ts';
import { useLanguageChoice, useThemeChoice } from './profile-choices.ts';
import { profileIcons } from './profile-icons.ts';
import type { ProfileMenuPlace } from './profile-menu-button.tsx';
import type { ProfileRow } from './profile-model.ts';
import { useProfileNotice } from './profile-notice.tsx';
import { useProfileRows } from './use-profile-rows.ts';
import { shellTexts } from '../shell-texts.ts';

const themeIcons = { system: <Monitor size={20} />, light: <Sun size={20} />, dark: <Moon size={20} /> } as const;
const themeIcon = (value: string): ReactNode => (value === 'light' || value === 'dark' ? themeIcons[value] : themeIcons.system);

interface ProfileMenuProps extends ProfileMenuPlace {
  readonly label: string;
  /** The user who is signed in. */
  readonly email: string;
}

/** The profile menu on large screens: the user, the account's notice, links, language, theme and sign-out. */
export function ProfileMenu({ label, email, trigger, start, onClose }: ProfileMenuProps): ReactNode {
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
  const chosen = useRef<(() => void) | null>(null);
  // An action runs after the menu has closed and the focus is back on the button, so that a dialog opened by it returns the focus there.
  useEffect(() => {
    if (start !== null || !chosen.current) return;
    const run = chosen.current;
    chosen.current = null;
    trigger.current?.focus();
    run();
  }, [start, trigger]);
  return (
    <Popper open={start !== null} onClose={onClose} trigger={trigger} placement="bottom-end" closesOnBlur>
      <div className="wp-menu-top">
        <div className="profile-top">
          <p className="profile-email">{email}</p>
          {notice?.content}
        </div>
      </div>
      <MenuList
        label={label}
        entries={entries}
        start={start ?? 'first'}
        onChoose={(action) => {
          chosen.current = action;
          onClose();
        }}
      />
    </Popper>
  );
}

import type { ExternalLinks } from '../../shared/navigation/external-links.ts';
import { to } from '../../shared/navigation/targets.ts';
import type { ShellDialogName } from '../dialogs/dialog-store.ts';

export type ProfileRowName =
  | 'search'
  | 'videoWall'
  | 'billing'
  | 'locations'
  | 'notifications'
  | 'telegram'
  | 'account'
  | 'help'
  | 'supportChat'
  | 'feedback'
  | 'wiki'
  | 'keys'
  | 'channel'
  | 'signOut';

/** Action of a row: opens a screen or a dialog, leaves the app, or shows more rows. */
export type ProfileRow =
  | { readonly kind: 'screen'; readonly name: ProfileRowName; readonly to: string }
  | { readonly kind: 'dialog'; readonly name: ProfileRowName; readonly dialog: ShellDialogName }
  | { readonly kind: 'link'; readonly name: ProfileRowName; readonly href: string }
  | { readonly kind: 'more'; readonly name: ProfileRowName; readonly rows: readonly ProfileRow[] };

export interface ProfileSituation {
  readonly isLarge: boolean;
  readonly hasCameras: boolean;
  /** Plans are sold here. */
  readonly hasBilling?: boolean;
  /** The server has a Telegram bot. */
  readonly hasTelegram?: boolean;
  readonly links: ExternalLinks;
}

/**
 * Returns the rows of the profile in groups (specification 1, section 2). Small screens have no sidebar, so rows for which their
 * bottom bar has no space are listed here. Rows without an address from the operator are left out, or open the app's own help.
 */
export function profileRows({
  isLarge,
  hasCameras,
  hasBilling = false,
  hasTelegram = false,
  links,
}: ProfileSituation): readonly (readonly ProfileRow[])[] {
  const wall: readonly ProfileRow[] = hasCameras ? [{ kind: 'screen', name: 'videoWall', to: to.VideoWall() }] : [];
  const help: readonly ProfileRow[] = [
    ...(links.supportChat === null ? [] : [{ kind: 'link', name: 'supportChat', href: links.supportChat } as const]),
    { kind: 'dialog', name: 'feedback', dialog: 'feedback' },
    links.wiki === null ? { kind: 'dialog', name: 'wiki', dialog: 'help' } : { kind: 'link', name: 'wiki', href: links.wiki },
    ...(isLarge ? [{ kind: 'dialog', name: 'keys', dialog: 'keys' } as const] : []),
  ];
  const channel: readonly ProfileRow[] = links.channel === null ? [] : [{ kind: 'link', name: 'channel', href: links.channel }];
  const more: readonly ProfileRow[] = [{ kind: 'more', name: 'help', rows: help }, ...channel];
  if (isLarge) return [[...wall, { kind: 'screen', name: 'account', to: to.SettingsAccount() }, ...more]];
  return [
    [
      { kind: 'dialog', name: 'search', dialog: 'palette' },
      ...(hasBilling ? [{ kind: 'screen', name: 'billing', to: to.SettingsBilling() } as const] : []),
      { kind: 'screen', name: 'locations', to: to.SettingsLocations() },
      { kind: 'screen', name: 'notifications', to: to.SettingsNotifications() },
      ...(hasTelegram ? [{ kind: 'dialog', name: 'telegram', dialog: 'telegram' } as const] : []),
      { kind: 'screen', name: 'account', to: to.SettingsAccount() },
    ],
    more,
  ];
}

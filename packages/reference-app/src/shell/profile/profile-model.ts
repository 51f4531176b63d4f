import type { ExternalLinks } from '../../shared/navigation/external-links.ts';
import { to } from '../../shared/navigation/targets.ts';
import type { ShellDialogName } from '../dialogs/dialog-store.ts';

export type ProfileRowName = 'search' | 'activities' | 'videoWall' | 'settings' | 'account' | 'help' | 'supportChat' | 'feedback' | 'wiki' | 'keys' | 'channel' | 'signOut';

/** What a row does: goes to a screen, opens a dialog, leaves the app, or shows more rows. */
export type ProfileRow =
  | { readonly kind: 'screen'; readonly name: ProfileRowName; readonly to: string }
  | { readonly kind: 'dialog'; readonly name: ProfileRowName; readonly dialog: ShellDialogName }
  | { readonly kind: 'link'; readonly name: ProfileRowName; readonly href: string }
  | { readonly kind: 'more'; readonly name: ProfileRowName; readonly rows: readonly ProfileRow[] };

export interface ProfileSituation {
  readonly isLarge: boolean;
  readonly hasCameras: boolean;
  readonly links: ExternalLinks;
}

/**
 * The rows of the profile, in groups (specification 1, section 2). Small screens have no sidebar: there its places stand here.
 * Rows that the operator gave no address for are left out, or lead to the app's own help.
 */
export function profileRows({ isLarge, hasCameras, links }: ProfileSituation): readonly (readonly ProfileRow[])[] {
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
      { kind: 'screen', name: 'activities', to: to.ArchiveActivities() },
      ...wall,
      { kind: 'screen', name: 'account', to: to.SettingsAccount() },
      { kind: 'screen', name: 'settings', to: to.SettingsMenu() },
    ],
    more,
  ];
}

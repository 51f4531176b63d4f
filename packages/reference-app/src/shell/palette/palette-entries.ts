import type { Camera } from '@watchpost/sdk-core';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/palette.en.json';
import ru from '../../shared/i18n/texts/palette.ru.json';
import { to } from '../../shared/navigation/targets.ts';
import type { ThemeChoice } from '../../shared/browser/preferences.ts';
import type { ShellDialogName } from '../dialogs/dialog-store.ts';

/** Texts of the palette in both languages: it is searched in both. They load with it, not with the first screen. */
export const paletteTexts: Readonly<Record<AppLocale, typeof en>> = { en, ru };

export type PaletteGroup = 'camera' | 'place' | 'setting' | 'action';
export type PaletteEntryName = keyof (typeof en)['entries'];

/** What choosing an entry does. */
export type PaletteDeed =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'dialog'; readonly dialog: ShellDialogName }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'theme'; readonly theme: ThemeChoice }
  | { readonly kind: 'language'; readonly locale: AppLocale };

export interface PaletteEntry {
  /** The same tomorrow: recent entries are remembered by it. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  readonly words: string;
  readonly deed: PaletteDeed;
}

export interface PaletteSituation {
  readonly locale: AppLocale;
  readonly theme: ThemeChoice;
  readonly cameras: readonly Pick<Camera, 'id' | 'title'>[];
  readonly wikiLink: string | null;
}

/** Everything that can be found, in the order in which it is listed. */
export function paletteEntries({ locale, theme, cameras, wikiLink }: PaletteSituation): readonly PaletteEntry[] {
  const entry = (group: PaletteGroup, name: PaletteEntryName, deed: PaletteDeed): PaletteEntry => {
    const [own, other] = locale === 'ru' ? [ru.entries[name], en.entries[name]] : [en.entries[name], ru.entries[name]];
    return { id: name, group, title: own.title, words: `${own.words} ${other.title} ${other.words}`, deed };
  };
  const go = (target: string): PaletteDeed => ({ kind: 'go', to: target });
  const dialog = (name: ShellDialogName): PaletteDeed => ({ kind: 'dialog', dialog: name });
  const themes = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const satisfies Record<ThemeChoice, PaletteEntryName>;
  const otherThemes = (['light', 'dark', 'system'] as const).filter((choice) => choice !== theme);
  return [
    ...cameras.map(({ id, title }): PaletteEntry => ({ id: `camera:${id}`, group: 'camera', title, words: 'камера camera', deed: go(to.Camera(id)) })),
    entry('place', 'dashboard', go(to.Dashboard())),
    entry('place', 'activities', go(to.ArchiveActivities())),
    ...(cameras.length > 0 ? [entry('place', 'videoWall', go(to.VideoWall()))] : []),
    entry('setting', 'account', go(to.SettingsAccount())),
    entry('setting', 'notifications', go(to.SettingsNotifications())),
    entry('setting', 'telegram', go(to.SettingsTelegram())),
    entry('setting', 'locations', go(to.SettingsLocations())),
    entry('setting', 'permissions', go(to.SettingsPermissions())),
    entry('setting', 'billing', go(to.SettingsBilling())),
    entry('setting', 'topUp', go(to.TopUpBalance())),
    entry('setting', 'plans', go(to.Subscription())),
    entry('action', 'addCamera', go(to.AddCamera())),
    ...(cameras.length > 0 ? [entry('action', 'share', dialog('share'))] : []),
    ...otherThemes.map((choice) => entry('action', themes[choice], { kind: 'theme', theme: choice })),
    locale === 'ru' ? entry('action', 'english', { kind: 'language', locale: 'en' }) : entry('action', 'russian', { kind: 'language', locale: 'ru' }),
    entry('action', 'feedback', dialog('feedback')),
    entry('action', 'help', wikiLink === null ? dialog('help') : { kind: 'link', href: wikiLink }),
    entry('action', 'keys', dialog('keys')),
    entry('action', 'signOut', dialog('signOut')),
  ];
}

import type { Camera } from '@watchpost/sdk-core';
import i18next from 'i18next';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import type { ThemeChoice } from '../../shared/browser/theme.ts';
import type { ShellDialogName } from '../dialogs/dialog-store.ts';
import type en from './palette.en.json';
import { paletteTexts } from './palette-texts.ts';

export type PaletteGroup = 'camera' | 'place' | 'setting' | 'action';
export type PaletteEntryName = keyof (typeof en)['entries'];

/** Action of an entry. */
export type PaletteDeed =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'dialog'; readonly dialog: ShellDialogName }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'theme'; readonly theme: ThemeChoice }
  | { readonly kind: 'language'; readonly locale: AppLocale };

export interface PaletteEntry {
  /** Stable id, by which recent entries are remembered. */
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
  /** Plans are sold here. */
  readonly hasBilling?: boolean;
}

/** Searches the events for what is typed. */
export function eventSearchEntry(query: string, locale: AppLocale): PaletteEntry {
  const title = i18next.getFixedT(locale, paletteTexts)('findEvents', { query: query.trim() });
  return { id: 'find-events', group: 'place', title, words: '', deed: { kind: 'go', to: to.ArchiveActivities({ q: query.trim() }) } };
}

/** Returns all entries in their listed order. */
export function paletteEntries({ locale, theme, cameras, wikiLink, hasBilling = false }: PaletteSituation): readonly PaletteEntry[] {
  const own = i18next.getFixedT(locale, paletteTexts);
  const other = i18next.getFixedT(locale === 'ru' ? 'en' : 'ru', paletteTexts);
  const entry = (group: PaletteGroup, name: PaletteEntryName, deed: PaletteDeed): PaletteEntry => {
    return {
      id: name,
      group,
      title: own(`entries.${name}.title`),
      words: `${own(`entries.${name}.words`)} ${other(`entries.${name}.title`)} ${other(`entries.${name}.words`)}`,
      deed,
    };
  };
  const go = (target: string): PaletteDeed => ({ kind: 'go', to: target });
  const dialog = (name: ShellDialogName): PaletteDeed => ({ kind: 'dialog', dialog: name });
  const themes = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const satisfies Record<ThemeChoice, PaletteEntryName>;
  const otherThemes = (['light', 'dark', 'system'] as const).filter((choice) => choice !== theme);
  return [
    ...cameras.map(({ id, title }): PaletteEntry => ({
      id: `camera:${id}`,
      group: 'camera',
      title,
      words: 'камера camera',
      deed: go(to.Camera(id)),
    })),
    entry('place', 'dashboard', go(to.Dashboard())),
    entry('place', 'activities', go(to.ArchiveActivities())),
    ...(cameras.length > 0 ? [entry('place', 'videoWall', go(to.VideoWall()))] : []),
    entry('setting', 'account', go(to.SettingsAccount())),
    entry('setting', 'notifications', go(to.SettingsNotifications())),
    ...(hasBilling ? [entry('setting', 'billing', go(to.SettingsBilling()))] : []),
    entry('setting', 'locations', go(to.SettingsLocations())),
    entry('setting', 'permissions', go(to.SettingsPermissions())),
    entry('setting', 'developers', go(to.SettingsDevelopers())),
    entry('setting', 'quality', go(to.SettingsQuality())),
    entry('action', 'addCamera', go(to.AddCamera())),
    ...otherThemes.map((choice) => entry('action', themes[choice], { kind: 'theme', theme: choice })),
    locale === 'ru'
      ? entry('action', 'english', { kind: 'language', locale: 'en' })
      : entry('action', 'russian', { kind: 'language', locale: 'ru' }),
    entry('action', 'feedback', dialog('feedback')),
    entry('action', 'help', wikiLink === null ? dialog('help') : { kind: 'link', href: wikiLink }),
    entry('action', 'keys', dialog('keys')),
    entry('action', 'signOut', dialog('signOut')),
  ];
}

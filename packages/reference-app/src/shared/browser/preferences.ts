import { localTexts } from './storage.ts';

/** What a person chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const canvas = { light: '#FCFDFC', dark: '#0F1413' } as const;

/** Anything unknown follows the device. */
export function parseTheme(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system';
}

export function themeChoice(): ThemeChoice {
  return parseTheme(localTexts.read('theme'));
}

/** Saves the choice and shows it at once. public/boot.js does the same before the first paint. */
export function chooseTheme(choice: ThemeChoice): void {
  localTexts.write('theme', choice === 'system' ? null : choice);
  applyTheme();
}

/** Of a screen that is dark whatever was chosen. */
let isHeldDark = false;

/** Shows the page dark until the returned function is called: a viewfinder is dark in both themes. */
export function holdDark(): () => void {
  isHeldDark = true;
  applyTheme();
  return () => {
    isHeldDark = false;
    applyTheme();
  };
}

export function applyTheme(): void {
  const choice = isHeldDark ? 'dark' : themeChoice();
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const theme = choice === 'system' ? system : choice;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[theme]);
}

/** Follows the device and the other tabs for as long as the page lives. */
export function followTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  addEventListener('storage', (event) => {
    if (event.key === 'watchpost:theme') applyTheme();
  });
}

/** What the person chose for the sidebar; null: nothing yet, the width of the screen decides. */
export function sidebarChoice(): boolean | null {
  const text = localTexts.read('sidebar');
  return text === 'collapsed' ? true : text === 'expanded' ? false : null;
}

export function keepSidebarCollapsed(collapsed: boolean): void {
  localTexts.write('sidebar', collapsed ? 'collapsed' : 'expanded');
}

/** Whether the settings are unfolded in the sidebar. */
export function isSettingsGroupOpen(): boolean {
  return localTexts.read('sidebar-settings') !== 'closed';
}

export function keepSettingsGroupOpen(open: boolean): void {
  localTexts.write('sidebar-settings', open ? 'open' : 'closed');
}

/** Whether there was a camera last time; null: never seen. What depends on it does not jump while the list loads. */
export function hadCameras(): boolean | null {
  const text = localTexts.read('cameras');
  return text === null ? null : Number(text) > 0;
}

/** Forgets what one person's cameras and ways left in this browser; theme, language and layout stay. */
export function forgetPerson(): void {
  localTexts.write('cameras', null);
  localTexts.write('palette-recent', null);
  localTexts.write('rooms', null);
}

/** How many cameras there were last time: their place is kept while they load. */
export function lastCameraCount(): number {
  const count = Number(localTexts.read('cameras') ?? 3);
  return Number.isInteger(count) ? Math.min(12, Math.max(1, count)) : 3;
}

export function keepCameraCount(count: number): void {
  localTexts.write('cameras', String(count));
}

/** Whether there were rooms to choose from last time: their place is kept while they load. */
export function hadRooms(): boolean {
  return localTexts.read('rooms') === 'yes';
}

export function keepHadRooms(hasRooms: boolean): void {
  localTexts.write('rooms', hasRooms ? 'yes' : null);
}

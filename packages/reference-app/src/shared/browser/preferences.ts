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

export function applyTheme(): void {
  const choice = themeChoice();
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

export function isSidebarCollapsed(): boolean {
  return localTexts.read('sidebar') === 'collapsed';
}

export function keepSidebarCollapsed(collapsed: boolean): void {
  localTexts.write('sidebar', collapsed ? 'collapsed' : null);
}

/** How many cameras there were last time: their place is kept while they load. */
export function lastCameraCount(): number {
  const count = Number(localTexts.read('cameras') ?? 3);
  return Number.isInteger(count) ? Math.min(12, Math.max(1, count)) : 3;
}

export function keepCameraCount(count: number): void {
  localTexts.write('cameras', String(count));
}

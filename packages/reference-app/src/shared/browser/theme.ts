import { localTexts, storagePrefix } from './storage.ts';

/** The user's choice; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const canvas = { light: '#FCFDFC', dark: '#0F1413' } as const;

/** Parses a theme; unknown ones follow the device. */
export function parseTheme(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system';
}

export function themeChoice(): ThemeChoice {
  return parseTheme(localTexts.read('theme'));
}

/** Saves the theme and applies it immediately. public/boot.js does the same before the first paint. */
export function chooseTheme(choice: ThemeChoice): void {
  localTexts.write('theme', choice === 'system' ? null : choice);
  applyTheme();
}

/** The current screen is dark regardless of the chosen theme. */
let isHeldDark = false;

/** Keeps the page dark until the returned function is called: a viewfinder is dark in both themes. */
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

/** Follows theme changes of the device and of other tabs for as long as the page lives. */
export function followTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  addEventListener('storage', (event) => {
    if (event.key === `${storagePrefix}theme`) applyTheme();
  });
}

/**
 * Renders every screen with real video at 390, 768 and 1440 px, light and dark, en and ru, into artifacts/screens/,
 * and all variants of a screen together into artifacts/screens/sheets/. They are for looking at: nothing is called done before its pictures were opened.
 * Fails when a text is cut or a page can be scrolled sideways; `<name>.txt` beside the sheet says where.
 * Usage: npm run screens [name…] [-- --width 390 --theme dark --locale ru --list]
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium, type TestBrowser } from './support/chromium.ts';
import { makeContactSheet, type Shot } from './support/contact-sheet.ts';
import { openScreen, screens } from './support/screens/screens.ts';
import type { Screen } from './support/screens/screen.ts';
import { openStage, type Stage } from './support/screens/stage.ts';
import { findCutTexts } from './support/text-overflow.ts';

const heights: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1440: 900 };
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['390', '768', '1440'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    locale: { type: 'string', multiple: true, default: ['en', 'ru'] },
    list: { type: 'boolean', default: false },
  },
});
const themes = (['light', 'dark'] as const).filter((theme) => options.theme.includes(theme));
const locales = (['en', 'ru'] as const).filter((locale) => options.locale.includes(locale));
const widths = options.width.map(Number);
const unknown = [
  ...names.filter((name) => !screens.some((screen) => screen.name === name)),
  ...options.width.filter((width) => heights[Number(width)] === undefined),
];
if (options.list || unknown.length > 0) {
  if (unknown.length > 0)
    console.error(`Unknown: ${unknown.join(', ')}. There are the widths ${Object.keys(heights).join(', ')} and the screens:`);
  console.log(screens.map(({ name }) => name).join('\n'));
  process.exit(unknown.length > 0 ? 2 : 0);
}
const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name));

/** Pages that work at the same time; each mostly waits for the server and for pictures. */
const hands = 4;
const folder = resolve('artifacts/screens');
const sheets = join(folder, 'sheets');
const startedAt = performance.now();
mkdirSync(sheets, { recursive: true });
// Pictures of an earlier run would look as if they were of this one.
for (const file of readdirSync(folder)) if (chosen.some(({ name }) => new RegExp(`^${name}-\\d+-`).test(file))) rmSync(join(folder, file));

interface Result {
  readonly screen: Screen;
  readonly shots: Shot[];
  readonly problems: Set<string>;
}

const results = new Map<string, Result>(chosen.map((screen) => [screen.name, { screen, shots: [], problems: new Set() }]));
const [browser, ...stages] = await Promise.all([launchChromium(), ...locales.map((locale) => openStage(locale, { footage: 20_000 }))]);
console.log(`The stage is set after ${seconds()} s.`);
try {
  const jobs = chosen.flatMap((screen) =>
    stages.flatMap((stage) =>
      widths.filter((width) => isIncluded(screen, width)).map((width) => () => take(browser, stage, screen, width)),
    ),
  );
  await inParallel(jobs, hands);
  const view = await browser.newPage();
  for (const result of results.values()) await putTogether(view.page, result);
} finally {
  await browser.close();
  await Promise.all(stages.map((stage) => stage.close()));
}

const failed = [...results.values()].filter(({ problems }) => problems.size > 0);
for (const { screen, problems } of failed) console.error(`\n${screen.name}\n${[...problems].map((problem) => `  ${problem}`).join('\n')}`);
console.log(
  `\n${chosen.length} screens, ${[...results.values()].reduce((sum, { shots }) => sum + shots.length, 0)} pictures in ${seconds()} s; sheets in ${sheets}. ${failed.length === 0 ? 'Every text can be read in full.' : `Look at: ${failed.map(({ screen }) => screen.name).join(', ')}.`}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function isIncluded({ only }: Screen, width: number): boolean {
  return only === undefined || (only === 'large') === width > 768;
}

/** One screen at one width in one language, in both themes. */
async function take(browser: TestBrowser, stage: Stage, screen: Screen, width: number): Promise<void> {
  const result = results.get(screen.name);
  if (!result) return;
  const who = screen.as ?? 'owner';
  const state = who === 'anonymous' ? undefined : stage[who];
  const where = `${width} ${stage.locale}`;
  const view = await browser.newPage({
    viewport: { width, height: heights[width] ?? 900 },
    locale: stage.locale === 'ru' ? 'ru-RU' : 'en-GB',
    colorScheme: themes[0] ?? 'light',
    reducedMotion: 'reduce',
    hasTouch: width <= 768,
    // It would fetch the whole app for each picture.
    serviceWorkers: 'block',
    ...(state && { storageState: state }),
  });
  try {
    if (screen.kept)
      await view.context.addInitScript((entries) => {
        for (const [name, value] of entries) localStorage.setItem(`watchpost:${name}`, value);
      }, Object.entries(screen.kept));
    await openScreen(view.page, screen, stage, width);
    for (const theme of themes) {
      await view.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const file = join(folder, `${screen.name}-${width}-${theme}-${stage.locale}.png`);
      await view.page.screenshot({ path: file, animations: 'disabled', fullPage: screen.isForDevelopers ?? false });
      result.shots.push({ file, width, label: `${where} ${theme}` });
    }
    for (const problem of await findCutTexts(view.page, stage.people)) result.problems.add(`${where}: ${problem}`);
    for (const error of view.errors) result.problems.add(`${where}: the page failed: ${error}`);
  } catch (error) {
    const file = join(folder, `${screen.name}-${width}-failed-${stage.locale}.png`);
    await view.page.screenshot({ path: file, animations: 'disabled' }).catch(() => undefined);
    result.problems.add(
      `${where}: could not be shown: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}; see ${file}`,
    );
  } finally {
    await view.context.close();
  }
}

async function putTogether(page: Awaited<ReturnType<TestBrowser['newPage']>>['page'], { screen, shots, problems }: Result): Promise<void> {
  const notes = join(sheets, `${screen.name}.txt`);
  if (problems.size > 0) writeFileSync(notes, `${[...problems].join('\n')}\n`);
  else rmSync(notes, { force: true });
  if (shots.length > 0)
    await makeContactSheet(
      page,
      shots.toSorted((a, b) => a.width - b.width || a.label.localeCompare(b.label)),
      join(sheets, `${screen.name}.png`),
    );
}

async function inParallel(jobs: readonly (() => Promise<void>)[], hands: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let job = jobs[next++]; job; job = jobs[next++]) await job();
    }),
  );
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

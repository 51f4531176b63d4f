import { chromium, type Browser, type BrowserContext } from 'playwright';
import { launchFirefox } from './browsers/firefox.ts';
import { createTestBrowser, findProgram, type TestBrowser } from './browsers/test-browser.ts';
import { timeSetUp } from './evidence/set-up-time.ts';
import { sharesWorker } from './worker/shares-worker.ts';

export type { TestBrowser, TestPage } from './browsers/test-browser.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds a Chromium: `CHROMIUM_PATH`, else where systems put it. */
export function chromiumPath(): string {
  const path = findProgram('CHROMIUM_PATH', usualPlaces);
  if (!path) throw new Error('No Chromium was found. Install it (apt-get install chromium) or name it in CHROMIUM_PATH.');
  return path;
}

/**
 * Finds Chromium's headless shell: `CHROMIUM_HEADLESS_SHELL_PATH`, else where Debian puts it, else Chromium itself.
 * It has the same engine without a browser's interface and needs half the processor time.
 */
function headlessShellPath(): string {
  return findProgram('CHROMIUM_HEADLESS_SHELL_PATH', ['/usr/bin/chromium-headless-shell']) ?? chromiumPath();
}

/**
 * Starts the headless shell with a fresh profile and without background requests.
 * @param flags beside the usual ones, such as Chromium's stand-in for a microphone
 */
export async function launchBrowser(...flags: readonly string[]): Promise<TestBrowser> {
  if (isFirefoxAsked()) return launchFirefox();
  if (!sharesWorker || flags.length > 0) return createTestBrowser(await launch(headlessShellPath(), flags));
  const running = await shared?.catch(() => null);
  shared = running?.isConnected() ? Promise.resolve(running) : launch(headlessShellPath(), []);
  const contexts = new Set<BrowserContext>();
  return createTestBrowser(await shared, {
    onContext: (context) => contexts.add(context),
    close: async () => void (await Promise.all([...contexts].map((context) => context.close()))),
  });
}

/** The browser of all specs of this worker, each with contexts of its own. */
let shared: Promise<Browser> | null = null;

/** Set by the runner of tests: `inFirefox` of e2e/gate.json has the specs that run there, too. */
function isFirefoxAsked(): boolean {
  return process.env['WATCHPOST_TEST_ENGINE'] === 'firefox';
}

/** Starts a browser whose scrollbars take their place: whether a page jumps when one goes cannot be seen without. */
export async function launchWithScrollbars(): Promise<TestBrowser> {
  if (isFirefoxAsked()) return launchFirefox({ 'widget.gtk.overlay-scrollbars.enabled': false });
  return createTestBrowser(await launch(chromiumPath(), [], ['--hide-scrollbars']));
}

/** Starts Chromium as people have it: for what the headless shell lacks, such as notifications and installed apps, and for benches. */
export async function launchChromium(...flags: readonly string[]): Promise<TestBrowser> {
  return createTestBrowser(await launch(chromiumPath(), flags));
}

/** @param without flags that playwright would add */
function launch(executablePath: string, flags: readonly string[], without: readonly string[] = []): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--autoplay-policy=no-user-gesture-required',
    ...flags,
  ];
  return timeSetUp('browser', () => chromium.launch({ executablePath, headless: true, args, ignoreDefaultArgs: [...without] }));
}

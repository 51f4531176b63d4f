import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright';
import { watchPage } from './evidence/evidence.ts';
import { timeSetUp } from './evidence/set-up-time.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds a program that a variable of the environment names, else where systems put it. */
export function findProgram(variable: string, places: readonly string[]): string | null {
  return [process.env[variable], ...places].find((candidate) => candidate !== undefined && existsSync(candidate)) ?? null;
}

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

export interface TestBrowser {
  /** A page in a context of its own that fails the test on page errors and CSP violations (read them with `violations`). */
  newPage(options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors of the page so far. */
  readonly errors: string[];
  /** What the page's Content Security Policy refused so far. */
  violations(): Promise<string[]>;
}

/**
 * Starts the headless shell with a fresh profile and without background requests.
 * @param flags beside the usual ones, such as Chromium's stand-in for a microphone
 */
export async function launchBrowser(...flags: readonly string[]): Promise<TestBrowser> {
  if (!isShared || flags.length > 0) return createTestBrowser(await launch(headlessShellPath(), flags));
  const running = await shared?.catch(() => null);
  shared = running?.isConnected() ? Promise.resolve(running) : launch(headlessShellPath(), []);
  const contexts = new Set<BrowserContext>();
  return createTestBrowser(await shared, {
    onContext: (context) => contexts.add(context),
    close: async () => void (await Promise.all([...contexts].map((context) => context.close()))),
  });
}

/** Set by the runner of tests: the specs of one worker share a browser, each with contexts of its own. A spec that runs alone has its own. */
const isShared = process.env['WATCHPOST_TEST_SHARES_BROWSER'] === '1' && process.env['WATCHPOST_TEST_ALONE'] === '0';
let shared: Promise<Browser> | null = null;

/** Starts Chromium as people have it: for what the headless shell lacks, such as notifications and installed apps, and for benches. */
export async function launchChromium(...flags: readonly string[]): Promise<TestBrowser> {
  return createTestBrowser(await launch(chromiumPath(), flags));
}

function launch(executablePath: string, flags: readonly string[]): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--autoplay-policy=no-user-gesture-required',
    ...flags,
  ];
  return timeSetUp('browser', () => chromium.launch({ executablePath, headless: true, args }));
}

interface Use {
  onContext(context: BrowserContext): void;
  close(): Promise<void>;
}

/** What tests use of a browser that playwright drives, whichever engine it has. @param use of a browser that others use, too */
export function createTestBrowser(browser: Browser, use: Use = { onContext: () => undefined, close: () => browser.close() }): TestBrowser {
  return {
    async newPage(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, ...options });
      use.onContext(context);
      context.setDefaultTimeout(atMost(30_000));
      await context.addInitScript(() => {
        const refused: string[] = [];
        Object.assign(globalThis, { refusedByPolicy: refused });
        document.addEventListener('securitypolicyviolation', (event) => {
          refused.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
        });
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await watchPage(page, context);
      return {
        page,
        context,
        errors,
        violations: () => page.evaluate(() => (globalThis as unknown as { refusedByPolicy: string[] }).refusedByPolicy),
      };
    },
    close: () => use.close(),
  };
}

import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { atMost } from '../../../tooling/tests/slow-machine.ts';
import { watchPage } from '../evidence/evidence.ts';

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

/** Finds a program that a variable of the environment names, else where systems put it. */
export function findProgram(variable: string, places: readonly string[]): string | null {
  return [process.env[variable], ...places].find((candidate) => candidate !== undefined && existsSync(candidate)) ?? null;
}

/**
 * What Firefox takes for an error of the page, and other browsers only log: the page is left while its service worker answers a request;
 * a font whose page is left while it loads (NS_BINDING_ABORTED); a socket that gets no connection, which the product opens again.
 */
const logged = [
  /^Failed to load ‘[^’]+’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/,
  /^downloadable font: download failed .* status=2152398850 /,
  /^Firefox can’t establish a connection to the server at wss?:\S+\.$/,
];

interface Use {
  onContext?(context: BrowserContext): void;
  /** Runs in each page before its own scripts; sees nothing of the test. */
  readonly script?: () => void;
  close(): Promise<void>;
}

/** What tests use of a browser that playwright drives, whichever engine it has. @param use of a browser that others use, too */
export function createTestBrowser(browser: Browser, use: Use = { close: () => browser.close() }): TestBrowser {
  return {
    async newPage(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, ...options });
      use.onContext?.(context);
      if (use.script) await context.addInitScript(use.script);
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
      page.on('pageerror', ({ message }) => void (logged.some((known) => known.test(message)) || errors.push(message)));
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

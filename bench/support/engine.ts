import { launchFirefox } from '../../e2e/support/browsers/firefox.ts';
import { launchNone, launchWebKit } from '../../e2e/support/browsers/webkit.ts';
import { launchChromium, type TestBrowser } from '../../e2e/support/chromium.ts';

export const benchEngines = ['chromium', 'firefox', 'webkit'] as const;
export type BenchEngine = (typeof benchEngines)[number];

export function isBenchEngine(name: string): name is BenchEngine {
  return benchEngines.some((engine) => engine === name);
}

const asked = process.env['BENCH_ENGINE'] ?? '';
/** The engine that this bench measures: `bench/run.ts` names it. */
export const engine: BenchEngine = isBenchEngine(asked) ? asked : 'chromium';

/** Starts the browser that this bench measures. WebKit's starts with each page: its driver knows one at a time. */
export function launchEngine(): Promise<TestBrowser> {
  if (engine === 'webkit') return launchNone();
  return engine === 'firefox' ? launchFirefox() : launchChromium();
}

/** What benches of every engine do with a page. */
export interface EnginePage {
  goto(url: string): Promise<unknown>;
  /** Runs a function in the page: it sees nothing of this process, and what it takes and returns has to be JSON. */
  evaluate<Result, Argument = undefined>(read: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result>;
}

interface EngineView {
  readonly page: EnginePage;
  /** Uncaught errors of the page so far; WebKit's driver reports none. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Opens a page with nothing in its cache. @param browser what `launchEngine` has started */
export async function openPage(browser: TestBrowser): Promise<EngineView> {
  if (engine === 'webkit') {
    const page = await launchWebKit();
    return { page, errors: [], close: page.close };
  }
  const { page, context, errors } = await browser.newPage();
  return {
    page: {
      goto: (url) => page.goto(url),
      // As text, as WebKit's driver takes it.
      evaluate: <Result, Argument>(read: (argument: Argument) => Result | Promise<Result>, argument?: Argument) =>
        page.evaluate<Result>(`(${String(read)})(${JSON.stringify(argument)})`),
    },
    errors,
    close: () => context.close(),
  };
}

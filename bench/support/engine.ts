import { launchFirefox } from '../../e2e/support/browsers/firefox.ts';
import { launchChromium, type TestBrowser } from '../../e2e/support/chromium.ts';

export const benchEngines = ['chromium', 'firefox'] as const;
export type BenchEngine = (typeof benchEngines)[number];

export function isBenchEngine(name: string): name is BenchEngine {
  return benchEngines.some((engine) => engine === name);
}

/** The engine that this bench measures: `bench/run.ts` names it. */
export const engine: BenchEngine = process.env['BENCH_ENGINE'] === 'firefox' ? 'firefox' : 'chromium';

/** Starts the browser that this bench measures. */
export function launchEngine(): Promise<TestBrowser> {
  return engine === 'firefox' ? launchFirefox() : launchChromium();
}

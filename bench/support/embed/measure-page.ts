import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright';
import type { TestBrowser } from '../../../e2e/support/chromium.ts';
import { sleep } from '../waiting.ts';

/** One load of a page with a player, from the navigation to its first frame. */
export interface ColdLoad {
  /** Scripts and style sheets that were requested until then, each as gzip, KB. */
  readonly codeKb: number;
  /** Time that the page's scripts have run, ms. */
  readonly scriptMs: number;
  /** Navigation to the first presented frame, ms. */
  readonly firstFrameMs: number;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Loads a page in a new browser context, with an empty cache. */
export async function loadCold(browser: TestBrowser, url: string): Promise<ColdLoad> {
  const { page, context, errors } = await browser.newPage();
  const code = collectCode((listener) => page.on('response', listener));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(url);
  const { first } = await page
    .evaluate(() => bench.cold)
    .catch((cause: unknown) => {
      throw new Error(`${url} shows no picture. Its errors: ${errors.join('; ') || 'none'}`, { cause });
    });
  const { metrics } = await devtools.send('Performance.getMetrics');
  const load = {
    codeKb: await code(),
    scriptMs: (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000,
    firstFrameMs: first,
  };
  await context.close();
  return load;
}

/** Weighs the code of a page that shows no picture, KB. */
export async function weighCode(browser: TestBrowser, url: string): Promise<number> {
  const { page, context } = await browser.newPage();
  const code = collectCode((listener) => page.on('response', listener));
  await page.goto(url, { waitUntil: 'networkidle' });
  const kb = await code();
  await context.close();
  return kb;
}

/** What a strict policy does to a page. */
export interface StrictLoad {
  /** What the page did that its policy forbids; the first one often ends its script. */
  readonly violations: number;
  readonly plays: boolean;
}

/** Loads a page with a strict policy and gives it ten seconds to play. */
export async function loadStrict(browser: TestBrowser, url: string): Promise<StrictLoad> {
  const { page, context } = await browser.newPage();
  await page.addInitScript(() => {
    Object.assign(globalThis, { violationCount: 0 });
    document.addEventListener('securitypolicyviolation', () => (globalThis.violationCount += 1));
  });
  await page.goto(url);
  const plays = await Promise.race([page.evaluate(() => bench.cold.then(() => true)), sleep(10_000).then(() => false)]);
  const violations = await page.evaluate(() => globalThis.violationCount);
  await context.close();
  return { violations, plays };
}

/** Counts the elements with which axe finds something wrong, while the player plays. */
export async function countAxeFindings(browser: TestBrowser, url: string): Promise<number> {
  const { page, context } = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => bench.cold);
  await page.addScriptTag({ content: axe });
  // The player is judged, not the page around it.
  const rules = ['landmark-one-main', 'page-has-heading-one', 'region', 'html-has-lang', 'document-title'];
  const count = await page.evaluate(async (without) => {
    const { violations } = await globalThis.axe.run(document, {
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    });
    return violations.reduce((sum, { nodes }) => sum + nodes.length, 0);
  }, rules);
  await context.close();
  return count;
}

/** Adds and removes players and returns how much the heap has grown, KB. The first ones load code and fill caches; they don't count. */
export async function measureHeapGrowth(browser: TestBrowser, url: string, mounts: number): Promise<number> {
  const { page, context } = await browser.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${url}?empty`);
  await page.waitForFunction(() => 'mountPlayer' in globalThis);
  const mount = (count: number): Promise<void> =>
    page.evaluate(async (times) => {
      for (let index = 0; index < times; index += 1) {
        const remove = globalThis.mountPlayer();
        await new Promise((resolve) => setTimeout(resolve, 100));
        remove();
      }
    }, count);
  const heapKb = async (): Promise<number> => {
    // Longer than connections are kept for the next player.
    await sleep(7000);
    await devtools.send('HeapProfiler.collectGarbage');
    await sleep(300);
    await devtools.send('HeapProfiler.collectGarbage');
    return (await page.evaluate(() => globalThis.performance.memory.usedJSHeapSize)) / 1000;
  };
  await mount(20);
  const before = await heapKb();
  await mount(mounts);
  const after = await heapKb();
  await context.close();
  return after - before;
}

/** Collects scripts and style sheets, except those of the bench; the returned function returns their size as gzip, KB. */
function collectCode(listen: (listener: (response: Response) => void) => void): () => Promise<number> {
  const responses: Response[] = [];
  listen((response) => {
    const isCode = ['script', 'stylesheet'].includes(response.request().resourceType());
    if (isCode && !/^\/(bench|e2e)\//.test(new URL(response.url()).pathname)) responses.push(response);
  });
  return async () => {
    const bodies = await Promise.all(responses.splice(0).map((response) => response.body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length / 1024, 0);
  };
}

declare global {
  var violationCount: number;
  var mountPlayer: () => () => void;
  var axe: typeof import('axe-core');
  interface Performance {
    /** Chromium's. */
    readonly memory: { readonly usedJSHeapSize: number };
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';

/** What tests write about their failures: one folder for each test. The variable is for tests of the runner. */
const resultsFolder = process.env['WATCHPOST_TEST_RESULTS'] ?? resolve(import.meta.dirname, '../../../test-results');
/** A page that logs in a loop must not fill the memory. */
const maxConsoleLines = 1000;

interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly console: string[];
}

const pages = new Set<WatchedPage>();
const servers = new Set<{ log(): string }>();

/** Keeps the page's console and a trace of what the test does, for `saveEvidence`. */
export async function watchPage(page: Page, context: BrowserContext): Promise<void> {
  const watched: WatchedPage = { page, context, console: [] };
  const keep = (line: string): void => {
    if (watched.console.length < maxConsoleLines) watched.console.push(`${new Date().toISOString()} ${line}`);
  };
  page.on('console', (message) => keep(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => keep(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) =>
    keep(`failed: ${request.method()} ${withoutQuery(request.url())} ${request.failure()?.errorText ?? ''}`),
  );
  page.on('close', () => pages.delete(watched));
  pages.add(watched);
  // Set by the runner of tests. A bench measures what a trace would slow down.
  const alone = process.env['WATCHPOST_TEST_ALONE'];
  if (alone === undefined) return;
  // Pictures of every step would cost more than the test: only the run alone, after everything else, takes them.
  await context.tracing.start({ screenshots: alone === '1', snapshots: alone === '1' });
}

/** Keeps a server's log for `saveEvidence`. @returns stops keeping it */
export function watchServer(server: { log(): string }): () => void {
  servers.add(server);
  return () => void servers.delete(server);
}

/** Writes a screenshot, the console and the trace of every open page, and the log of every server. */
export async function saveEvidence(file: string, test: string, reason: string): Promise<void> {
  const folder = join(resultsFolder, fileName(file), fileName(test));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'reason.txt'), reason);
  for (const [index, server] of [...servers].entries()) writeFileSync(join(folder, `server-${index + 1}.log`), server.log());
  for (const [index, { page, context, console }] of [...pages].entries()) {
    const path = (ending: string): string => join(folder, `page-${index + 1}${ending}`);
    writeFileSync(path('.console.txt'), [withoutQuery(page.url()), ...console, ''].join('\n'));
    // A page that hangs must not hang the test that has failed already.
    await page.screenshot({ path: path('.png'), timeout: 10_000 }).catch(() => undefined);
    await context.tracing.stop({ path: path('.trace.zip') }).catch(() => undefined);
  }
}

/** Tokens of links are in the query or behind the #. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '');
}

function fileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120);
}

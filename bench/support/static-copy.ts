import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestBrowser } from '../../e2e/support/chromium.ts';

/** A page of ours as plain HTML: the markup that its scripts produced, without the scripts. */
export interface StaticCopy {
  readonly url: string;
  close(): void;
}

/** Copies the page in a browser and serves the copy, with the styles, fonts and pictures that the page loads. */
export async function startStaticCopy(browser: TestBrowser, address: string): Promise<StaticCopy> {
  const { page, context } = await browser.newPage();
  const files = new Map<string, { type: string; body: Buffer }>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (response.ok() && /css|font|image/.test(type))
      void response.body().then(
        (body) => files.set(new URL(response.url()).pathname, { type, body }),
        () => undefined,
      );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('input[type=email]').waitFor();
  const html = await page.evaluate(() => {
    for (const element of document.querySelectorAll('script, link[rel=modulepreload], link[rel=manifest]')) element.remove();
    document.querySelector('input[type=email]')?.setAttribute('autofocus', '');
    return `<!doctype html>${document.documentElement.outerHTML}`;
  });
  await context.close();
  const server = createServer((request, answer) => {
    const file = files.get(request.url ?? '');
    if (file) answer.writeHead(200, { 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable' }).end(file.body);
    else if (request.url === '/')
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(html);
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  return {
    url: `http://127.0.0.1:${typeof own === 'object' && own ? own.port : 0}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

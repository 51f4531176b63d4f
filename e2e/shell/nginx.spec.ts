import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../support/browsers/missing.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { startNginx, type Nginx } from '../support/proxies/nginx.ts';
import { readPicture } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';

describe.skipIf(isMissing('nginx'))('nginx, as the guide configures it', () => {
  let product: Product;
  let nginx: Nginx;
  let browser: TestBrowser;
  beforeAll(async () => {
    const environment: Record<string, string> = {
      WATCHPOST_DEMO: '1',
      WATCHPOST_TRUSTED_PROXIES: '127.0.0.1',
      WATCHPOST_SIGN_UP: 'open',
    };
    [product, browser] = await Promise.all([startProduct(environment), launchBrowser()]);
    nginx = await startNginx(product.url);
    await product.stop();
    environment['WATCHPOST_PUBLIC_ORIGIN'] = nginx.url;
    await product.start();
  });
  afterAll(async () => {
    await browser?.close();
    await nginx?.close();
    await product?.dispose();
  });

  test('a user signs in and sees live video by a socket, and the address without its slash leads there, too', async () => {
    const { page, context, errors, violations } = await browser.newPage();
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await signIn(page, { ...product, url: nginx.url }, 'owner@example.test');
    await page.getByText('Street').first().click();
    await until('a picture that moves', async () => ((await readPicture(page))?.frames ?? 0) > 20, 60_000);
    expect(sockets.filter((url) => url.startsWith(`${nginx.url.replace('http', 'ws')}/`))).not.toEqual([]);
    await page.goto(nginx.url);
    await until('the dashboard', () => page.url() === `${nginx.url}/`);
    await page.getByText('Street').first().waitFor();
    expect([errors, await violations()]).toEqual([[], []]);
    expect(product.log()).not.toContain('WATCHPOST_TRUSTED_PROXIES');
    await context.close();
  });
});

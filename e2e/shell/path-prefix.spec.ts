import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { readPicture } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { signInWithoutPage, type Person } from '../support/signed-in.ts';

/** Waits for a picture that moves; the demo's cameras show no clock. */
const seeMoving = (page: Page): Promise<unknown> =>
  until('a picture that moves', async () => ((await readPicture(page))?.frames ?? 0) > 20, 60_000);

describe.each([
  ['passes', true],
  ['removes', false],
])('under a path that the proxy %s', (_, isPassed) => {
  let product: Product;
  let proxy: Proxy;
  let browser: TestBrowser;
  let view: TestPage;
  let person: Person;
  let cameraId: string;

  beforeAll(async () => {
    const environment: Record<string, string> = { WATCHPOST_DEMO: '1' };
    [product, browser] = await Promise.all([startProduct(environment), launchBrowser()]);
    proxy = await startProxy(product.url, { path: '/home/cams', isPassed });
    await product.stop();
    environment['WATCHPOST_PUBLIC_ORIGIN'] = `${proxy.url}/`;
    await product.start();
    person = await signInWithoutPage({ ...product, url: proxy.url }, 'owner@example.test');
    const street = await until('the camera', async () =>
      (await person.client.cameras.list()).find(({ title, state }) => title === 'Street' && state === 'online'),
    );
    cameraId = street.id;
    view = await browser.newPage();
  });
  afterAll(async () => {
    person?.client.dispose();
    await browser?.close();
    proxy?.close();
    await product?.dispose();
  });

  // One story in order.
  test('the app opens, signs in, keeps its session and its screens there, and shows live video', async () => {
    const { page, context } = view;
    await signIn(page, { ...product, url: proxy.url }, 'owner@example.test');
    await until(
      () => `the dashboard, not ${page.url()}`,
      () => page.url() === `${proxy.url}/`,
    );
    await page.getByText('Street').first().click();
    await until('the camera', () => page.url().startsWith(`${proxy.url}/cameras/${cameraId}`));
    await seeMoving(page);
    await page.reload();
    await seeMoving(page);
    const { origin, pathname } = new URL(proxy.url);
    expect((await context.cookies()).map(({ path }) => path).filter((path) => !path.startsWith(pathname))).toEqual([]);
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(`${proxy.url}/`);
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? { href: '' };
      const { start_url: start }: { start_url: string } = await (await fetch(href)).json();
      return new URL(start, href).href;
    });
    expect(manifest).toBe(`${proxy.url}/`);
    await page.goto(`${origin}${pathname}`);
    // The address alone, without a slash: the proxy of this test gives that to another program.
    expect(await page.textContent('body')).toBe('Another program');
  });

  test('live playlists, WHEP sessions and embed files are there', async () => {
    const token = await person.client.session.accessToken();
    const authorization = { authorization: `Bearer ${token}` };
    const playlist = person.client.player.livePlaylistUrl(cameraId);
    const text = await (await fetch(playlist, { headers: authorization })).text();
    const [, init = ''] = /URI="([^"]+)"/.exec(text) ?? [];
    const [media = ''] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const address of [init, media].filter(Boolean)) {
      const first = await fetch(new URL(address, playlist), { headers: authorization });
      expect([address, first.status]).toEqual([address, 200]);
      await first.arrayBuffer();
    }
    expect((await fetch(`${proxy.url}/embed/watchpost.js`)).status).toBe(200);

    const { page } = await browser.newPage();
    await page.goto(`${proxy.url}/signin`);
    const whep = await page.evaluate(
      async ({ url, headers }) => {
        const peer = new RTCPeerConnection();
        peer.addTransceiver('video', { direction: 'recvonly' });
        const offer = await peer.createOffer();
        await peer.setLocalDescription(offer);
        const started = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/sdp' },
          body: offer.sdp ?? '',
        });
        const session = new URL(started.headers.get('location') ?? '', url).href;
        const ended = await fetch(session, { method: 'DELETE', headers });
        peer.close();
        return { session, statuses: [started.status, ended.status] };
      },
      { url: `${proxy.url}/public/api/v3/cameras/${cameraId}/whep`, headers: authorization },
    );
    expect(whep).toEqual({
      session: expect.stringContaining(`${proxy.url}/public/api/v3/cameras/${cameraId}/whep/`),
      statuses: [201, 204],
    });
  });

  test('an embed link names the path, and plays there', async () => {
    const link = await person.client.embeds.createLink({
      name: 'Street',
      cameraIds: [cameraId],
      archive: null,
      withAudio: false,
      origins: [],
      maxViewers: null,
      expiresAt: null,
    });
    expect(link.url).toMatch(`${proxy.url}/e/`);
    const { page, violations } = await browser.newPage();
    await page.goto(link.url);
    await seeMoving(page);
    expect(await violations()).toEqual([]);
  });

  test('nothing was asked for elsewhere on the origin, and no policy refused anything', async () => {
    const { pathname } = new URL(proxy.url);
    const elsewhere = proxy.seen.map(({ path }) => path).filter((path) => !path.startsWith(`${pathname}/`) && path !== '/favicon.ico');
    expect([...new Set(elsewhere)]).toEqual([pathname]);
    expect(await view.violations()).toEqual([]);
    expect(view.errors).toEqual([]);
  });
});

import { delimiter, dirname, join } from 'node:path';
import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import type { Client } from '@watchpost/sdk-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writePlansFile } from '../support/billing/paid-account.ts';
import { checkoutPolicy } from '../support/billing/partner-page.ts';
import { launchChromium, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { firstCamera, signIn } from '../support/journeys.ts';
import { createOwner } from '../support/owner.ts';
import { acceptLink, createLink } from '../support/sharing.ts';
import { seeMoving } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startSite } from '../support/site.ts';
import { root } from '../../tooling/lib/root.ts';
import { runTool } from '../../tooling/lib/run.ts';
import { installProjects, type Projects } from './projects.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const react18 = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.8', '@types/react-dom': '18.3.0' };
/** Projects with a page that shows a camera. */
const pages = {
  esbuild: { from: 'e2e/consumers/esbuild' },
  frozen: { from: 'e2e/consumers/frozen' },
  vue: { from: 'examples/vue' },
  svelte: { from: 'examples/svelte' },
  angular: { from: 'examples/angular' },
  'react-18': { from: 'e2e/consumers/react', versions: react18 },
  'react-19': { from: 'e2e/consumers/react' },
  'html-elements': { from: 'examples/html-elements' },
  react: { from: 'examples/react' },
  'script-tag': { from: 'examples/script-tag' },
} as const;

/** Of the project, except the newest, which checks this repository. */
const compilers = {
  '5.9': 'node_modules/typescript-5.9/bin/tsc',
  '6.0': 'node_modules/typescript/bin/tsc',
  '7.0': join(root, 'node_modules/@typescript/native/bin/tsc'),
};

let projects: Projects;
let product: Product;
let browser: TestBrowser;
let owner: Client;
let cameraId: string;
const email = 'owner@example.test';
/** See the owner's cameras by a link. An address gets five codes in a quarter of an hour. */
const guestEmail = 'guest@example.test';
const otherGuestEmail = 'other-guest@example.test';

beforeAll(async () => {
  projects = await installProjects({
    ...pages,
    'vanilla-sdk': { from: 'examples/vanilla-sdk' },
    checkout: { from: 'examples/checkout' },
    'own-backend': { from: 'examples/own-backend' },
    'node-cli': { from: 'examples/node-cli' },
    'next-ssr': { from: 'examples/next-ssr' },
    'types-18': { from: 'examples/react', versions: react18 },
    node: { from: 'e2e/consumers/node' },
    worker: { from: 'e2e/consumers/worker' },
    'no-dom': { from: 'e2e/consumers/no-dom' },
    typescript: { from: 'e2e/consumers/typescript' },
    server: { from: 'e2e/consumers/server' },
  });
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_DEMO: '1', PATH: path }, [projects.command('server', 'watchpost'), 'start']),
    launchChromium(),
  ]);
  owner = await createOwner(product, email);
  const [camera] = await until(
    'the demo cameras',
    async () => {
      const cameras = await owner.cameras.list();
      return cameras.length === 3 && cameras.every(({ state }) => state === 'online') && cameras;
    },
    30_000,
  );
  cameraId = camera?.id ?? '';
  const cameraIds = (await owner.cameras.list()).map(({ id }) => id);
  for (const address of [guestEmail, otherGuestEmail]) {
    const guest = await createOwner(product, address);
    await acceptLink(guest, await createLink(owner, cameraIds));
    guest.dispose();
  }
}, atMost(400_000));
afterAll(async () => {
  await browser?.close();
  owner?.dispose();
  await product?.dispose();
  projects?.dispose();
});

/** Builds a project, serves it from an origin of its own, and opens its page with a token for that origin. */
async function open(name: string): Promise<TestPage> {
  await projects.build(name);
  const site = await startSite(join(projects.folder, name, 'dist'));
  const { token } = await owner.embeds.createToken({ cameraIds: [cameraId], origins: [site.origin], archive: { kind: 'all' } });
  const view = await browser.newPage();
  onTestFinished(async () => {
    await view.context.close();
    site.close();
  });
  await view.page.goto(`${site.origin}/?server=${product.url}&camera=${cameraId}#${token}`);
  return view;
}

/** @returns the secret of an API key for all cameras */
async function createKey(scopes: readonly ApiKeyScope[]): Promise<string> {
  const options = { cameraIds: null, origins: [], ipRanges: [], expiresAt: null };
  return (await owner.apiKeys.create({ name: 'Example', scopes: [...scopes], ...options })).secret;
}

describe('from a packed server that was installed in an empty folder', () => {
  test('the app is served, and a demo camera moves on its page', async () => {
    const { page, context, errors, violations } = await browser.newPage();
    await signIn(page, product, email);
    await page.goto(`${product.url}/cameras/${await firstCamera(page)}`);
    await seeMoving(page);
    expect([errors, await violations()]).toEqual([[], []]);
    await context.close();
  });
});

test('an older Node prints what the server needs', async () => {
  const { code, output } = await projects.run('server', [
    projects.command('node', 'node'),
    'node_modules/@watchpost/server/dist/cli/main.js',
  ]);
  expect([code, output]).toEqual([2, expect.stringMatching(/^Watchpost needs Node 24 or newer; this is v22\./)]);
});

describe('with the packed packages installed in a project of its own', () => {
  test.each(Object.keys(pages))('%s builds, and its page shows moving video', async (name) => {
    const { page, errors } = await open(name);
    await seeMoving(page);
    expect(errors).toEqual([]);
  });

  test('vanilla-sdk builds, signs in behind a proxy and counts frames', async () => {
    await projects.build('vanilla-sdk');
    const site = await projects.serve(
      'vanilla-sdk',
      (port) => [projects.command('vanilla-sdk', 'vite'), 'preview', '--host', '127.0.0.1', '--port', port, '--strictPort'],
      () => ({ WATCHPOST_SERVER: product.url }),
    );
    onTestFinished(site.close);
    const { page, context, errors } = await browser.newPage();
    await page.goto(site.origin);
    const asked = Date.now();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code').fill(await product.code(email, { after: asked }));
    await page.getByRole('button', { name: 'Continue' }).click();
    let said = '';
    await until(
      () => `frames to be counted. The page says: ${said}. Its errors: ${errors.join()}`,
      async () => /frame [2-9]\d/.test((said = await page.locator('body').innerText())),
      30_000,
    );
    expect(errors).toEqual([]);
    await context.close();
  });

  test('checkout signs in behind a proxy, and sells a plan that is paid on the payment page, under a strict policy', async () => {
    await projects.build('checkout');
    const plans = writePlansFile();
    const shop = await startProduct({ WATCHPOST_DEMO: '1', PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' });
    onTestFinished(async () => {
      await shop.dispose();
      plans.remove();
    });
    const site = await projects.serve(
      'checkout',
      (port) => [projects.command('checkout', 'vite'), 'preview', '--host', '127.0.0.1', '--port', port, '--strictPort'],
      () => ({ WATCHPOST_SERVER: shop.url }),
    );
    onTestFinished(site.close);
    const { page, context, errors, violations } = await browser.newPage();
    const answer = await page.goto(site.origin);
    expect(answer?.headers()['content-security-policy']).toBe(checkoutPolicy);
    const asked = Date.now();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code').fill(await shop.code(email, { after: asked }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radiogroup').first().getByRole('radio').first().check({ force: true });
    await page.getByRole('button', { name: 'See the price' }).click();
    await page.getByRole('button', { name: 'Go to payment' }).click();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.locator('button[value=pay]').click();
    await page.getByText(/^Order .+: activated$/).waitFor();
    await page.getByRole('heading', { name: /^Paid / }).waitFor();
    expect([errors, await violations()]).toEqual([[], []]);
    await context.close();
  });

  test('own-backend: cameras move under its strict policy, and a webhook reaches the open page', async () => {
    const apiKey = await createKey(['embed-tokens', 'live']);
    let webhookId = '';
    const site = await projects.serve(
      'own-backend',
      () => [process.execPath, 'server.js'],
      async (origin) => {
        const { webhook, secret } = await owner.webhooks.create({ url: `${origin}/hooks`, events: ['camera.offline'], cameraIds: null });
        webhookId = webhook.id;
        return { WATCHPOST_SERVER: product.url, WATCHPOST_API_KEY: apiKey, WATCHPOST_WEBHOOK_SECRET: secret };
      },
    );
    onTestFinished(site.close);
    const { page, context, errors, violations } = await browser.newPage();
    await page.goto(site.origin);
    await seeMoving(page);
    expect(await page.locator('watchpost-camera').count()).toBe(3);
    await owner.webhooks.test(webhookId);
    await page.getByText('webhook.test').waitFor();
    expect([errors, await violations()]).toEqual([[], []]);
    const forged = await fetch(`${site.origin}/hooks`, { method: 'POST', body: '{"type": "camera.offline"}' });
    expect([forged.status, await page.getByRole('listitem').count()]).toEqual([400, 1]);
    await owner.webhooks.remove(webhookId);
    await context.close();
  });

  test('next-ssr: titles are in the HTML of the server, and the picture moves in the hydrated page', async () => {
    await projects.build('next-ssr');
    const apiKey = await createKey(['embed-tokens', 'live']);
    const site = await projects.serve(
      'next-ssr',
      (port) => [projects.command('next-ssr', 'next'), 'start', '--hostname', '127.0.0.1', '--port', port],
      () => ({ WATCHPOST_SERVER: product.url, WATCHPOST_API_KEY: apiKey }),
    );
    onTestFinished(site.close);
    const { title } = await owner.cameras.get(cameraId);
    expect(await (await fetch(site.origin)).text()).toContain(`<h2>${title}</h2>`);
    const { page, context, errors } = await browser.newPage();
    await page.goto(site.origin);
    await seeMoving(page);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('node-cli writes a day of events with their pictures into one file', async () => {
    const apiKey = await createKey(['events']);
    const event = await until(
      'an event with a picture',
      async () => {
        for await (const one of owner.events.list()) if (one.pictureUrl !== null) return one;
      },
      60_000,
    );
    const run = (...args: string[]) =>
      projects.run('node-cli', [process.execPath, 'contact-sheet.js', ...args], {
        env: { WATCHPOST_SERVER: product.url, WATCHPOST_API_KEY: apiKey },
      });
    // The calendar of this machine, as the command reads it.
    const day = new Date(event.startAt).toLocaleDateString('sv');
    const { code, output } = await run('--date', day, '--out', 'day.html');
    expect([code, output]).toEqual([0, expect.stringMatching(/^day\.html: [1-9]\d* events/)]);
    const { page, context } = await browser.newPage();
    await page.goto(`file://${join(projects.folder, 'node-cli/day.html')}`);
    const width = await page
      .getByRole('figure')
      .first()
      .locator('img')
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
    expect(width).toBeGreaterThan(0);
    expect(await page.getByRole('figure').first().textContent()).toContain('motion');
    await context.close();
    const other = await projects.run('node-cli', [process.execPath, 'contact-sheet.js'], {
      env: { WATCHPOST_SERVER: product.url, WATCHPOST_API_KEY: 'wp_live_x' },
    });
    expect([other.code, other.output]).toEqual([1, expect.stringContaining('unauthorized')]);
  });

  test.each(['react', 'types-18'])('%s compiles against the types that are installed', async (name) => {
    const { code, output } = await runTool('@typescript/native', 'tsc', ['-p', join(projects.folder, name)]);
    expect(code, output).toBe(0);
  });

  test.each(Object.entries(compilers))('TypeScript %s checks a page and every declaration of the packages', async (version, compiler) => {
    const { code, output } = await projects.run('typescript', [process.execPath, compiler, '-p', 'page.tsconfig.json']);
    expect(code, output).toBe(0);
    expect((await projects.run('typescript', [process.execPath, compiler, '--version'])).output).toContain(`Version ${version}.`);
  });

  test.each(['node 22', 'node 24', 'deno 2', 'bun 1'])('%s signs in, lists the cameras and gets live video', async (runtime) => {
    const [name = ''] = runtime.split(' ');
    const program = runtime === 'node 24' ? process.execPath : projects.command('node', name);
    const asked = Date.now();
    const { code, output } = await projects.run(
      'node',
      name === 'deno' ? [program, 'run', '--allow-all', 'live.js'] : [program, 'live.js'],
      {
        env: { SERVER: product.url, EMAIL: guestEmail },
        input: product.code(guestEmail, { after: asked }),
      },
    );
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ runtime: expect.stringMatching(`^${runtime}\\.`), cameras: 3 });
  });

  test('a thread of Node signs in, lists the cameras and gets live video', async () => {
    const asked = Date.now();
    const { code, output } = await projects.run('node', [process.execPath, 'thread.js'], {
      env: { SERVER: product.url, EMAIL: otherGuestEmail },
      input: product.code(otherGuestEmail, { after: asked }),
    });
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ runtime: expect.stringMatching(/^node 24\./), cameras: 3 });
  });

  test('a worker of a page reads a camera and its live video with an embed token', async () => {
    const { page, errors } = await open('worker');
    const { title } = await owner.cameras.get(cameraId);
    const shown = page.locator('output').filter({ hasText: '{' });
    await shown.waitFor({ timeout: atMost(30_000) });
    expect(JSON.parse((await shown.textContent()) ?? '')).toEqual({
      title,
      frames: 20,
      hasBytes: true,
      refused: 'not-found',
      hasDocument: false,
    });
    expect(errors).toEqual([]);
  });

  test('where there is only what React Native has: a session that is kept, cameras, events and live video', async () => {
    await projects.build('no-dom');
    const asked = Date.now();
    const { code, output } = await projects.run('no-dom', [process.execPath, 'run.js'], {
      env: { SERVER: product.url, EMAIL: otherGuestEmail },
      input: product.code(otherGuestEmail, { after: asked }),
    });
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({
      cameras: 3,
      refused: 'not-found',
      frames: 20,
      from: true,
      restored: { email: otherGuestEmail, cameras: 3 },
      left: 'aborted',
    });
  });

  test('a server imports every module of a page, and makes a client that does nothing', async () => {
    const { code, output } = await projects.run('node', [process.execPath, 'imports.js']);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toEqual({ imported: true, signedIn: null, call: 'network' });
  });
});

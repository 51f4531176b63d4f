import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@watchpost/sdk-core';
import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../tooling/lib/root.ts';
import { run } from '../../tooling/lib/run.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';
import { readBlocks, toModules, type DocBlock } from '../support/docs/doc-blocks.ts';
import { startPartner } from '../support/partner.ts';
import { createEmbedLink, findRecordedMoment } from '../support/player/embed-link.ts';
import { openShop, type Shop } from '../support/shop.ts';

/** Blocks that are not run here, by page and beginning: what runs the same. Every other one runs. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/sdk-core/README.md': {
    "import { createBrowserClient } from '@watchpost/sdk-core/browser';": 'e2e/session/client.spec.ts',
    'await client.session.signInWithDeviceCode(': 'e2e/session/device-code.spec.ts',
    'const { deviceName, address, requestedAt }': 'e2e/session/device-code.spec.ts',
    'const cameras = await client.cameras.list({ signal });': 'e2e/support/owner.ts',
    'const { isEnabled } = await client.billing.get();': 'e2e/billing/client.integration.test.ts',
    'const { state, failure } = await client.billing.waitForOrder': 'e2e/billing/client.integration.test.ts',
    'const idempotencyKey': 'e2e/billing/client.integration.test.ts',
    "import { formatDate, subscriptionDisplay } from '@watchpost/sdk-core';": 'e2e/billing/client.integration.test.ts',
    'const { email, locale } = await client.account.profile();': 'e2e/account/settings.spec.ts',
    "import { createLanguage } from '@watchpost/sdk-core';": 'packages/sdk-core/src/features/account/account-language.test.ts',
    "import { createBrowserPush } from '@watchpost/sdk-core/browser';": 'e2e/notifications/messages.spec.ts',
    'createBrowserPush({ workerPath': 'packages/sdk-core/src/browser/firebase-push.test.ts',
  },
  'docs/guide/billing.md': { "import { createClient } from '@watchpost/sdk-core';": 'packages/server/src/features/billing/plans' },
  'docs/guide/checkout.md': {
    '<script type="module" src="/embed/watchpost-checkout.js">': 'e2e/billing/checkout-embed.spec.ts',
    'const checkout = document': 'e2e/billing/checkout-embed.spec.ts',
  },
  'docs/guide/embed.md': {
    "app.post('/api/watchpost-token'": 'examples/own-backend/server.js',
    "document.addEventListener('watchpost-token-expiring'": 'packages/widgets/src/elements.test.ts',
    "const frame = document.querySelector('iframe');": 'e2e/player/embed-link.spec.ts',
    "import '@watchpost/widgets/define/camera';": 'e2e/consumers/consumers.spec.ts',
    'export default { resolve': 'e2e/consumers/frozen/package.json',
  },
  'docs/guide/mqtt.md': { 'const { topic } = await client.homeMqtt': 'e2e/home-mqtt/home-mqtt.spec.ts' },
  'docs/guide/player.md': {
    "document.addEventListener('watchpost-quality'": 'e2e/player/embed-elements.spec.ts',
    "document.addEventListener('watchpost-state'": 'e2e/player/refused-autoplay.spec.ts',
    'camera.getToken = async': 'e2e/player/embed-tokens.spec.ts',
    "localStorage.setItem('watchpost.webcodecs'": 'e2e/player/drawing.spec.ts',
    '<script type="module" src="https://cams.example/embed/0.2.0/watchpost.js"': 'e2e/player/embed-scripts.spec.ts',
    "const camera = document.querySelector('watchpost-camera');": 'e2e/player/controls.spec.ts',
  },
  'docs/guide/quality.md': { "import { createServer } from 'node:http';": 'e2e/player/quality-beacon.spec.ts' },
  'docs/guide/share.md': {
    '<script type="module" src="/embed/watchpost-share.js">': 'e2e/sharing/element.spec.ts',
    "const share = document.querySelector('watchpost-share');": 'e2e/sharing/element.spec.ts',
  },
  'docs/guide/smart-events.md': { 'const leaving = new AbortController();': 'e2e/smart-events/test-mode.spec.ts' },
  'docs/guide/theme.md': { '<link rel="stylesheet" href="own-colours.css">': 'e2e/primitives/theme.spec.ts' },
  'docs/guide/video-wall.md': {
    "const wall = document.querySelector('watchpost-video-wall');": 'packages/widgets/src/elements.test.ts',
    "wall.addEventListener('watchpost-wall-ready'": 'e2e/player/embed-link-wall.spec.ts',
  },
  'docs/guide/webhooks.md': {
    "import { createHmac, timingSafeEqual } from 'node:crypto';": 'packages/server/src/features/webhooks/webhooks-guide.test.ts',
  },
  'docs/start/integrator.md': {
    "import { createBrowserClient } from '@watchpost/sdk-core/browser';": 'examples/react/src/main.tsx',
    "import { createClient, type StoragePort } from '@watchpost/sdk-core';": 'e2e/session/device-code.spec.ts',
  },
};
const nameOf = ({ page, code }: DocBlock): string => `${page}: ${code.split('\n', 1)[0]}`;
const isRunHere = ({ page, code }: DocBlock): boolean => !Object.keys(elsewhere[page] ?? {}).some((start) => code.startsWith(start));

const programs = readBlocks('ts', 'js').filter(isRunHere);
const fragments = readBlocks('html').filter(isRunHere);
const calls = readBlocks('sh').filter(({ code }) => code.startsWith('curl -X POST https://cams.example/public/api/v3/embed-tokens'));

let shop: Shop;
let storage: string;
let apiKey: string;
/** Has the scopes that the guide's own command names, and no other. */
let keyOfGuide: string;
let at: number;

beforeAll(async () => {
  shop = await openShop({}, undefined, '/sub');
  const scopes: ApiKeyScope[] = ['embed-tokens', 'live', 'archive', 'events'];
  const rest = { cameraIds: null, origins: [], ipRanges: [], expiresAt: null };
  apiKey = (await shop.owner.apiKeys.create({ name: 'Docs', scopes, ...rest })).secret;
  const command = readBlocks('sh').find(({ page, code }) => page === 'docs/guide/embed.md' && code.includes(' keys create '))?.code ?? '';
  const named = scopes.filter((scope) => command.includes(` --scope ${scope}`));
  keyOfGuide = (await shop.owner.apiKeys.create({ name: 'Guide', scopes: named, ...rest })).secret;
  at = await findRecordedMoment(shop, shop.cameraId);
  // The examples change and end what they like: a session of its own.
  const kept = new Map<string, string>();
  const client = createClient({
    baseUrl: shop.product.url,
    storage: {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
    },
  });
  const after = Date.now();
  const email = 'owner@example.test';
  await client.session.requestCode(email);
  await client.session.confirmCode({ email, code: await shop.product.code(email, { after }) });
  client.dispose();
  storage = JSON.stringify([...kept]);
}, atMost(300_000));
afterAll(() => shop?.close());

/** Names the server and the camera of this test in place of those of the docs. */
const filled = (code: string): string =>
  code.replaceAll(/https:\/\/(cams|cameras)\.example/g, shop.product.url).replaceAll('CAMERA_ID', shop.cameraId);

test('every block that is not run here is there, and so is what runs it', () => {
  const blocks = readBlocks('ts', 'js', 'html');
  for (const [page, starts] of Object.entries(elsewhere))
    for (const [start, runner] of Object.entries(starts)) {
      expect(blocks.filter((block) => block.page === page && block.code.startsWith(start)).length, `${page}: ${start}`).toBeGreaterThan(0);
      expect([runner, existsSync(join(root, runner))]).toEqual([runner, true]);
    }
  expect(calls.length).toBe(2);
  expect(programs.length).toBeGreaterThan(20);
  expect(fragments.length).toBeGreaterThan(8);
});

test('programs of the docs run on the real server, and return what their comments say', { timeout: atMost(180_000) }, async () => {
  // Packages are found from here.
  const cache = join(import.meta.dirname, '../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'docs-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = toModules(programs).map((text, index) => {
    const name = `${String(index).padStart(2, '0')}${text.includes('player.live()') ? '-live' : ''}.mjs`;
    writeFileSync(join(folder, name), filled(text));
    return name;
  });
  const { code, output } = await run(process.execPath, [join(import.meta.dirname, '../support/docs/run-modules.ts'), folder], {
    env: { SERVER: shop.product.url, CAMERA: shop.cameraId, AT: String(at), STORAGE: storage, WATCHPOST_API_KEY: apiKey },
  });
  expect(code, output).toBe(0);
  const [, found = '["nothing was printed"]'] = /^PROBLEMS (.*)$/m.exec(output) ?? [];
  const problems: string[] = JSON.parse(found);
  const blockOf = (problem: string): string => {
    const block = programs[names.findIndex((name) => problem.startsWith(`${name}:`))];
    return block ? nameOf(block) : '';
  };
  expect(problems.map((problem) => [blockOf(problem), problem])).toEqual([]);
});

test.each(fragments.map((block) => [nameOf(block), block] as const))('in a page, %s', async (_, { code }) => {
  const tokenFor = async (cameraIds: string[], origin: string): Promise<string> =>
    (await shop.owner.embeds.createToken({ cameraIds, origins: [origin] })).token;
  const partner = await startPartner(tokenFor);
  const { page, context, errors } = await shop.browser.newPage();
  onTestFinished(async () => {
    await context.close();
    partner.close();
  });
  const token = await tokenFor([shop.cameraId], partner.origin);
  const stream = code.includes('/snapshot.jpg') ? await shop.owner.streamLinks.create({ name: 'Docs', cameraId: shop.cameraId }) : null;
  const link = code.includes('/e/ID') ? await createEmbedLink(shop) : null;
  const markup = code
    .replaceAll('https://cams.example/e/ID', link?.url ?? '')
    .replaceAll(/https:\/\/cams\.example\/public\/api\/v3\/streams\/…\/snapshot\.jpg/g, stream?.urls.snapshot ?? '')
    .replaceAll(/token-url="[^"]*"/g, 'token-url="/tokens"')
    .replaceAll(/ token="[^"]*"/g, ` token="${token}"`)
    .replaceAll(/camera-id="[^"]*"/g, `camera-id="${shop.cameraId}"`)
    .replaceAll(/camera-ids="[^"]*"/g, `camera-ids="${shop.cameraId}"`);
  // A block about one attribute leaves the script out.
  const hasScripts = markup.includes('<script') || !markup.includes('<watchpost-');
  const scripts = (hasScripts ? [] : ['watchpost', 'watchpost-video-wall']).map(
    (name) => `<script type="module" src="https://cams.example/embed/v1/${name}.js"></script>`,
  );
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title>${scripts.join('')}`;
  partner.page('/', filled(head + markup));
  await page.goto(partner.origin);
  const signs = {
    '<watchpost-camera': () => page.locator('watchpost-camera:state(live)'),
    '<watchpost-video-wall': () => page.locator('watchpost-video-wall:state(live)'),
    '<watchpost-snapshot': () => page.locator('watchpost-snapshot img'),
    '<iframe': () => page.frameLocator('iframe').locator('watchpost-camera:state(live)'),
  };
  const expected = Object.entries(signs).filter(([tag]) => markup.includes(tag));
  for (const [, sign] of expected)
    await sign()
      .first()
      .waitFor({ state: 'attached', timeout: atMost(60_000) });
  if (expected.length === 0)
    await expect
      .poll(() => page.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)), {
        timeout: atMost(30_000),
      })
      .toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test.each(calls.map((block) => [nameOf(block), block] as const))('in a shell, %s', async (_, { code }) => {
  const { code: ended, output } = await run('bash', ['-c', filled(code).replace('curl', 'curl --silent --show-error')], {
    env: { WATCHPOST_API_KEY: keyOfGuide },
  });
  expect(ended, output).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ id: expect.stringMatching(/^emb_/), token: expect.stringMatching(/^embed\./) });
});

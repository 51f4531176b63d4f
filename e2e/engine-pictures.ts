/**
 * Pictures of what the engines draw themselves: the camera's page, the video wall, an embedded camera, and one that the browser may not
 * start. All engines look at the same cameras, one after another, into artifacts/engines/. They are for looking at.
 * Usage: npm run screens -- --engines [firefox webkit …]; what is not installed is named by its launcher
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { engines, type Engine } from './support/browsers/capabilities.ts';
import { launchFirefox, refusesAutoplay } from './support/browsers/firefox.ts';
import type { Readable } from './support/browsers/readable.ts';
import { signInWithWebKit } from './support/browsers/webkit-sign-in.ts';
import { launchNone, launchWebKit } from './support/browsers/webkit.ts';
import { launchChromium, type TestBrowser } from './support/chromium.ts';
import { seeLive } from './support/journeys.ts';
import { seeNow } from './support/player/shown-picture.ts';
import { until, type RunningProduct } from './support/product.ts';
import { signInWithoutPage, storedSession, type SignedIn } from './support/signed-in.ts';
import { openWallStage, seeAllLive, type WallStage } from './support/video-wall/wall-stage.ts';

/** A page in any engine. */
interface Viewer {
  readonly page: Readable & { goto(url: string): Promise<unknown> };
  shoot(path: string): Promise<unknown>;
  /** Waits until the browser has refused to play on the page that is open; not by a script, which may count as a person's press. */
  seeRefusal(): Promise<unknown>;
  close(): Promise<void>;
}

const folder = resolve('artifacts/engines');
mkdirSync(folder, { recursive: true });
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const chosen = engines.filter((engine) => asked.length === 0 || asked.includes(engine));
const stage = await openWallStage(launchNone);
try {
  const person = await signInWithoutPage(stage.shop.product, 'owner@example.test');
  for (const engine of chosen) await lookWith(engine, stage, storedSession(person, stage.shop.product.url));
  person.client.dispose();
} finally {
  await stage.shop.close();
}
console.log(`Pictures of ${chosen.join(', ')} in ${folder}.`);

async function lookWith(engine: Engine, { shop, ids }: WallStage, session: SignedIn): Promise<void> {
  const { product, site, owner } = shop;
  const [cameraId = ''] = ids;
  const shootAs = (viewer: Viewer, name: string): Promise<unknown> => viewer.shoot(join(folder, `${name}-${engine}.png`));
  const token = (await owner.embeds.createToken({ cameraIds: [cameraId], origins: [site.origin], archive: { kind: 'all' } })).token;
  const embed = (attributes: string): string =>
    `<!doctype html><html lang="en"><title></title><style>body{font:16px/24px sans-serif;max-width:960px;margin:24px auto}</style><script>addEventListener('watchpost-state', ({ detail }) => { document.title = detail.kind; console.info('state ' + detail.kind); });</script><script type="module" src="${product.url}/embed/watchpost.js"></script><h1>Our door</h1><watchpost-camera ${attributes} server="${product.url}" camera-id="${cameraId}" token="${token}"></watchpost-camera></html>`;

  const viewer = await open(engine, product, { session, allowsPlay: true });
  try {
    await viewer.page.goto(`${product.url}/cameras/${cameraId}`);
    await seeLive(viewer.page);
    await shootAs(viewer, 'camera');
    await viewer.page.goto(`${product.url}/video-wall`);
    await seeAllLive(viewer.page);
    await shootAs(viewer, 'wall');
    site.page('/', embed('muted'));
    await viewer.page.goto(site.origin);
    await seeNow(viewer.page);
    await shootAs(viewer, 'embed');
  } finally {
    await viewer.close();
  }

  const refused = await open(engine, product, { allowsPlay: false });
  try {
    // Chromium refuses sound only.
    site.page('/', embed(engine === 'chromium' ? 'muted="false"' : 'muted'));
    await refused.page.goto(site.origin);
    await refused.seeRefusal();
    await shootAs(refused, 'refused-autoplay');
  } finally {
    await refused.close();
  }
}

interface ViewerOptions {
  /** The owner's, who looks at the app. */
  readonly session?: SignedIn;
  readonly allowsPlay: boolean;
}

async function open(engine: Engine, product: RunningProduct, { session, allowsPlay }: ViewerOptions): Promise<Viewer> {
  if (engine === 'webkit') {
    const page = await launchWebKit(...(allowsPlay ? [] : ['--autoplay-policy=deny']));
    if (session) await signInWithWebKit(page, product, 'owner@example.test');
    return {
      page,
      shoot: page.screenshot,
      seeRefusal: () => until('the refusal', async () => (await page.title()) === 'blocked', 60_000),
      close: page.close,
    };
  }
  const browser: TestBrowser =
    engine === 'firefox'
      ? await launchFirefox(allowsPlay ? {} : refusesAutoplay)
      : await launchChromium(...(allowsPlay ? [] : ['--autoplay-policy=document-user-activation-required']));
  const { page } = await browser.newPage({ ...(session && { storageState: session }), serviceWorkers: 'block' });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  return {
    page,
    shoot: (path) => page.screenshot({ path }),
    seeRefusal: () => until('the refusal', () => said.includes('state blocked'), 60_000),
    close: () => browser.close(),
  };
}

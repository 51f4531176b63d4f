import type { Page } from 'playwright';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import type { TestBrowser } from '../../e2e/support/chromium.ts';
import type { Product } from '../../e2e/support/product.ts';
import type { CameraOptions } from '../pages/players.ts';
import { signIn } from './account.ts';
import { launchEngine } from './engine.ts';
import { emptyCameraPage, hlsPage } from './pages.ts';
import { startPlainHls } from './plain-hls.ts';
import { cpuTime, descendants, endedChildrenCpuTime, isRunning, wakeUps } from './processes.ts';
import { startServer } from './server.ts';
import { startSite, type Site } from './site.ts';

/** An independent camera on a partner's page through our server and, for comparison, as plain HLS for hls.js with its defaults. */
export interface LiveStage {
  readonly server: Product;
  readonly site: Site;
  readonly browser: TestBrowser;
  /** CPU time of all processes of the browser so far, ms. */
  browserWork(): number;
  /** How often each thread of the browser was woken up so far, by its id. */
  browserWakeUps(): Map<number, number>;
  readonly options: CameraOptions;
  /** A page for `<watchpost-camera>`, and a function that adds one. */
  readonly ownUrl: string;
  readonly showOwn: (transport: NonNullable<CameraOptions['transport']>) => (page: Page) => Promise<void>;
  /** The same with hls.js. */
  readonly peerUrl: string;
  readonly showPeer: (page: Page) => Promise<void>;
  readonly playlistUrl: string;
  /** Folders of the plain HLS, for another site: see `startSite`. */
  readonly folders: Readonly<Record<string, string>>;
  /** Creates an embed token of the camera for another site. */
  embedToken(origin: string): Promise<string>;
  close(): Promise<void>;
}

/** @param source RTSP address of an existing camera; without it, one is started */
export async function openLiveStage(source?: string): Promise<LiveStage> {
  const camera = source === undefined ? await startRigCamera() : { url: () => source, stop: async () => {} };
  const address = camera.url('/cam');
  const server = await startServer();
  const account = await signIn(server);
  const cameraId = await account.addCamera(address, 'Camera');
  await account.online(cameraId);
  const hls = await startPlainHls(address);
  const folders = { '/plain-hls/': hls.folder };
  const site = await startSite(folders);
  const options = { server: server.url, cameraId, token: await account.embedToken(cameraId, { origins: [site.origin] }) };
  const playlistUrl = `${site.origin}/plain-hls/index.m3u8`;
  const others = new Set(descendants(process.pid));
  const browser = await launchEngine();
  // What the server has started meanwhile is not the browser's.
  const running = (): number[] => {
    const ofOthers = new Set([...others, ...[...others].filter(isRunning).flatMap(descendants)]);
    return descendants(process.pid).filter((pid) => !ofOthers.has(pid) && isRunning(pid));
  };
  return {
    browserWork: () => running().reduce((sum, pid) => sum + workOf(pid), 0),
    browserWakeUps: () => new Map(running().flatMap((pid) => [...wakeUpsOf(pid)])),
    server,
    site,
    browser,
    options,
    playlistUrl,
    folders,
    embedToken: (origin) => account.embedToken(cameraId, { origins: [origin] }),
    ownUrl: emptyCameraPage(site, server.url),
    showOwn: (transport) => (page) => page.evaluate((given) => void bench.mountCamera(given), { ...options, transport }),
    peerUrl: hlsPage(site),
    showPeer: (page) => page.evaluate((url) => void bench.mountHls(url), playlistUrl),
    async close() {
      await browser.close();
      await site.close();
      await hls.stop();
      await server.dispose();
      await camera.stop();
    },
  };
}

function wakeUpsOf(pid: number): Map<number, number> {
  try {
    return wakeUps(pid);
  } catch {
    return new Map();
  }
}

/** CPU time of a process and of its children that have ended, ms. */
function workOf(pid: number): number {
  try {
    return cpuTime(pid) + endedChildrenCpuTime(pid);
  } catch {
    // Browsers end processes at any time; their parent has their time then.
    return 0;
  }
}

import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';
import type { Shop } from './shop.ts';

/** Code that takes something away from a page before anything runs in it. */
export const without = {
  webSocket:
    'globalThis.WebSocket = class extends EventTarget { constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("close"))); } send() {} close() {} };',
  mediaSourceButManaged: 'delete globalThis.MediaSource;',
  mediaSource: 'delete globalThis.MediaSource; delete globalThis.ManagedMediaSource;',
  videoDecoder: 'delete globalThis.VideoDecoder;',
  peerConnection: 'delete globalThis.RTCPeerConnection;',
} as const;

export type Missing = keyof typeof without;

/** What specs ask of a player on a page. */
export interface PlayerOnPage extends HTMLElement {
  readonly player: { readonly controller: PlayerController } | null;
}
interface PlayerController {
  readonly shownQuality: { readonly value: string | null };
  readonly state: { readonly value: { readonly kind: string } };
  readonly hasAudio: { readonly value: boolean };
  readonly position: { readonly value: number };
  readonly gap: { readonly value: { readonly from: number; readonly to: number; readonly reason: string } | null };
  /** The server's clock, Unix ms. */
  now(): number;
  seek(time: number): void;
  goLive(): void;
  step(direction: 1 | -1): void;
  play(): void;
  setMuted(muted: boolean): void;
  setSpeed(speed: number): void;
  setQuality(quality: 'low' | 'high'): void;
  setFrames(frames: 'all' | 'key'): void;
  setActive(active: boolean): void;
  stats(): {
    readonly transport: string | null;
    readonly width: number;
    readonly height: number;
    readonly codec: string | null;
    readonly bitrate: number | null;
    readonly totalFrames: number;
  };
}

interface QualityEvent {
  readonly type: string;
  readonly transport?: string;
  /** Set for an error. */
  readonly code?: string;
  /** `performance.now()` of the page. */
  readonly at: number;
}

export interface ShopPage {
  readonly page: Page;
  /** Uncaught errors of the page so far. */
  readonly errors: string[];
  /** The `watchpost-quality` events of a type so far. */
  qualityEvents(type: string): Promise<QualityEvent[]>;
}

export interface ShopPageOptions {
  /** What happens to the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Further attributes of the element, as HTML. */
  readonly attributes?: string;
  readonly cameraId?: string;
  readonly withAudio?: boolean;
}

/** Opens the shop's page with a player and keeps the player's quality events; the page closes when the test ends. */
export async function openShopPage(
  { product, site, browser, owner, ...shop }: Shop,
  { prepare, attributes = '', cameraId = shop.cameraId, withAudio = false }: ShopPageOptions = {},
): Promise<ShopPage> {
  const { token } = await owner.embeds.createToken({
    cameraIds: [cameraId],
    origins: [site.origin],
    archive: { kind: 'all' },
    withAudio,
  });
  const peers =
    'globalThis.peers = []; if (globalThis.RTCPeerConnection) globalThis.RTCPeerConnection = class extends RTCPeerConnection { constructor(...given) { super(...given); peers.push(this); } };';
  const keep =
    "globalThis.qualityEvents = []; addEventListener('watchpost-quality', ({ detail }) => qualityEvents.push({ ...detail, at: performance.now() }));";
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script>${peers}${keep}</script><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${token}" ${attributes}></watchpost-camera></html>`,
  );
  const { page, context, errors } = await browser.newPage();
  onTestFinished(() => context.close());
  await prepare?.(page);
  await page.goto(site.origin);
  await page.waitForFunction(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player);
  return {
    page,
    errors,
    qualityEvents: (type) =>
      page.evaluate(
        (wanted) => (globalThis as unknown as { qualityEvents: QualityEvent[] }).qualityEvents.filter((event) => event.type === wanted),
        type,
      ),
  };
}

/** Prepares a page that lacks what some browsers lack. */
export const lacking =
  (...lacks: readonly Missing[]) =>
  async (page: Page): Promise<void> => {
    for (const lack of lacks) await page.addInitScript(without[lack]);
  };

/** Runs something with the page's player, in the page: it sees nothing of the test. */
export async function control<T>(page: Page, act: (controller: PlayerController) => T): Promise<T> {
  const controller = await page.evaluateHandle(() => {
    const { player } = document.querySelector<PlayerOnPage>('watchpost-camera') ?? {};
    if (!player) throw new Error('There is no player yet.');
    return player.controller;
  });
  const result: unknown = await controller.evaluate(act);
  await controller.dispose();
  return result as T;
}

/** Whether the page has taken sound: what Chromium's decoder of the video element has taken, or the energy of what came over WebRTC. */
export function hasDecodedSound(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
    if (video && 'webkitAudioDecodedByteCount' in video && Number(video.webkitAudioDecodedByteCount) > 0) return true;
    const peer = (globalThis as unknown as { peers: RTCPeerConnection[] }).peers.at(-1);
    const stats: readonly { kind?: string; totalAudioEnergy?: number }[] = peer ? [...(await peer.getStats()).values()] : [];
    return stats.some(({ kind, totalAudioEnergy = 0 }) => kind === 'audio' && totalAudioEnergy > 0);
  });
}

/** What a page's video element is doing, for the message of a failed test. */
export function describePlayback(page: Page): Promise<string> {
  return page.evaluate(() => {
    const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
    if (!video) return 'none';
    const { paused, muted, readyState, currentTime, buffered, error } = video;
    const ranges = Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]);
    return JSON.stringify({ paused, muted, readyState, currentTime, ranges, error: error?.message ?? null });
  });
}

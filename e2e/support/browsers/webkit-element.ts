import type { PlayerOnPage } from '../shop-page.ts';
import type { Shop } from '../shop.ts';
import type { WebKitPage } from './webkit.ts';

/** Keeps the kinds of the player's states in the page's title. */
export const keepStates = "addEventListener('watchpost-state', ({ detail }) => { document.title += ' ' + detail.kind; });";

/** Opens a page of another origin that has the camera. @param script runs in the page before anything else */
export async function openElement(page: WebKitPage, { product, site, owner }: Shop, cameraId: string, script = ''): Promise<void> {
  const { token } = await owner.embeds.createToken({
    cameraIds: [cameraId],
    origins: [site.origin],
    archive: { kind: 'all' },
    withAudio: true,
  });
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script>${script}</script><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera muted quality="high" server="${product.url}" camera-id="${cameraId}" token="${token}"></watchpost-camera></html>`,
  );
  await page.goto(site.origin);
}

/** Runs in the page: where a player is that shows no picture. */
export function describePlayer(): object {
  const host = document.querySelector<PlayerOnPage>('watchpost-camera');
  const video = host?.shadowRoot?.querySelector('video');
  const controller = host?.player?.controller;
  return {
    state: controller?.state.value,
    position: controller?.position.value,
    gap: controller?.gap.value,
    currentTime: video?.currentTime,
    seeking: video?.seeking,
    paused: video?.paused,
    readyState: video?.readyState,
    error: video?.error?.message,
    buffered: Array.from({ length: video?.buffered.length ?? 0 }, (_, index) => [video?.buffered.start(index), video?.buffered.end(index)]),
  };
}

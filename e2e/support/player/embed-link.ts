import type { CreateEmbedLinkBody, EmbedLink } from '@watchpost/contract/schemas/embeds';
import type { Page } from 'playwright';
import { until } from '../product.ts';
import type { Shop } from '../shop.ts';

/** A link that shows the shop's camera, live and recorded, on any site. */
export const createEmbedLink = ({ owner, cameraId }: Shop, over: Partial<CreateEmbedLinkBody> = {}): Promise<EmbedLink> =>
  owner.embeds.createLink({
    name: 'Beach',
    cameraIds: [cameraId],
    archive: { kind: 'all' },
    withAudio: false,
    origins: [],
    maxViewers: null,
    expiresAt: null,
    ...over,
  });

/** Waits until a camera has enough recordings, and returns a moment among them. */
export const findRecordedMoment = ({ owner }: Shop, cameraId: string): Promise<number> =>
  until(
    'recordings',
    async () => {
      const { oldest, newest } = await owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() });
      return oldest !== null && newest !== null && newest - oldest > 12_000 ? newest - 10_000 : null;
    },
    60_000,
  );

/** The page of a site that has a link in an iframe and writes down what it hears. */
export const hostPage = (url: string): string => `<!doctype html><html lang="en"><title>Shop</title>
<iframe src="${url}" width="640" height="360" allow="autoplay; fullscreen"></iframe>
<script>
globalThis.heard = [];
addEventListener('message', ({ source, origin, data }) => {
  if (source === document.querySelector('iframe').contentWindow) globalThis.heard.push({ origin, ...data });
});
globalThis.ask = (message) => document.querySelector('iframe').contentWindow.postMessage({ target: 'watchpost', ...message }, '*');
</script>`;
export const heardOf = (page: Page): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'heard'));
export const ask = (page: Page, message: object): Promise<void> =>
  page.evaluate((sent) => void Reflect.get(globalThis, 'ask')(sent), message);

import { embedLinkIdSchema, type oembedSchema } from '@watchpost/contract/schemas/embeds';
import type { z } from 'zod';
import { withoutBasePath } from '../../../kernel/network/base-path.ts';
import { escapeHtml } from './embeds-html.ts';

type Oembed = z.infer<typeof oembedSchema>;

interface Limits {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

const largest = { width: 640, height: 360 };

/** Returns the id of the embed link that an address is of; null for any other address. @param own this server's origins and its path */
export function linkIdOf(address: string, own: { readonly origins: readonly string[]; readonly basePath: string }): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !own.origins.includes(url.origin)) return null;
  const [, id] = /^\/e\/([^/]+)\/?$/.exec(withoutBasePath(url.pathname, own.basePath)) ?? [];
  return embedLinkIdSchema.safeParse(id).data ?? null;
}

/** Returns the answer of the oEmbed protocol: an iframe, as large as it may be at 16:9. */
export function oembedOf(
  { id, name, origin }: { readonly id: string; readonly name: string; readonly origin: string },
  { maxwidth, maxheight }: Limits,
): Oembed {
  const scale = Math.min(1, (maxwidth ?? largest.width) / largest.width, (maxheight ?? largest.height) / largest.height);
  const width = Math.max(1, Math.floor(largest.width * scale));
  const height = Math.max(1, Math.floor(largest.height * scale));
  return {
    version: '1.0',
    type: 'video',
    title: name,
    provider_name: 'Watchpost',
    provider_url: origin,
    width,
    height,
    html: iframeOf(`${origin}/e/${id}`, name, width, height),
  };
}

/** What XML 1.0 can't contain, escaped or not. */
const forbiddenInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Formats an answer as XML, the protocol's other format. */
export function oembedXml(answer: Oembed): string {
  const elements = Object.entries(answer).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value).replaceAll(forbiddenInXml, ''))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}

function iframeOf(src: string, title: string, width: number, height: number): string {
  const attributes = `width="${width}" height="${height}" title="${escapeHtml(title)}"`;
  return `<iframe src="${escapeHtml(src)}" ${attributes} style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;
}

import { createHash } from 'node:crypto';
import { getOembed } from '@watchpost/contract/endpoints/embeds';
import type { Locale } from '@watchpost/contract/kernel';
import { escapeHtml } from './embeds-html.ts';
import type { ActiveLink } from './embeds-links-service.ts';
import { runEmbedPage } from './embeds-page-script.ts';
import { embedPageTexts } from './embeds-page-texts.ts';

const style =
  'html,body{height:100%;margin:0;background:#000;color:#fff;font:16px/1.5 system-ui,sans-serif}' +
  'main{height:100%;display:grid;place-items:center}main>p{max-width:32em;padding:24px;text-align:center}' +
  'watchpost-camera,watchpost-video-wall{width:100%;height:100%}';
/** The formats of oEmbed, by the types that its specification gives to links. */
const oembedTypes = [
  ['application/json+oembed', 'json'],
  ['text/xml+oembed', 'xml'],
] as const;
const script = `(${runEmbedPage.toString()})(window)`;

/** Without a player: an ended link, or one that is opened by itself. */
const messagePolicy = `default-src 'none'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

export interface EmbedPage {
  readonly html: string;
  /** The Content Security Policy. */
  readonly policy: string;
}

export interface EmbedPageOptions {
  /** The address under which this server is reached. */
  readonly origin: string;
  /** Its path. */
  readonly basePath: string;
  /** The Host header; named for the WebSocket, which older browsers do not count as 'self'. */
  readonly host: string | undefined;
  readonly locale: Locale;
}

/** Builds the page of a link: our own player, and nothing of any other site. */
export function embedPage({ id, options, cameraIds }: ActiveLink, { origin, basePath, host, locale }: EmbedPageOptions): EmbedPage {
  const { name, archive, origins } = options;
  const texts = embedPageTexts[locale];
  const data = {
    link: id,
    base: basePath,
    cameras: cameraIds.join(' '),
    origins: origins.join(' '),
    ...(archive && { archive: '' }),
    ended: texts.ended,
    restricted: texts.restricted,
  };
  const attributes = Object.entries(data).map(([key, value]) => `data-${key}="${escapeHtml(value)}"`);
  const player = cameraIds.length > 1 ? 'watchpost-video-wall' : 'watchpost';
  const oembed = ([type, format]: readonly [string, string]): string => {
    const href = `${origin}${getOembed.path}?${new URLSearchParams({ url: `${origin}/e/${id}`, format })}`;
    return `<link rel="alternate" type="${type}" href="${escapeHtml(href)}" title="${escapeHtml(name)}">`;
  };
  const head = oembedTypes.map(oembed).join('\n');
  const body = `<main ${attributes.join(' ')}><noscript><p>${escapeHtml(texts.script)}</p></noscript></main>
<script type="module" src="${basePath}/embed/${player}.js"></script>
<script type="module">${script}</script>`;
  return { html: documentOf(locale, name, head, body), policy: playerPolicy(origins, host) };
}

/** Builds the page in place of one that can't be shown. */
export function embedMessagePage(message: 'ended' | 'restricted', locale: Locale): EmbedPage {
  const texts = embedPageTexts[locale];
  return {
    html: documentOf(locale, texts.title, '', `<main><p>${escapeHtml(texts[message])}</p></main>`),
    policy: messagePolicy,
  };
}

/** Only our own script and sockets, no markup from strings, and only the link's sites around it. */
function playerPolicy(origins: readonly string[], host: string | undefined): string {
  const sockets = host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    `connect-src 'self'${sockets}`,
    "media-src 'self' blob:",
    "img-src 'self' blob: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Origins are checked when they are saved: none contains a space or a semicolon.
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : '*'}`,
  ].join('; ');
}

function documentOf(locale: Locale, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

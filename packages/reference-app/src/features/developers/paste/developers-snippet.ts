/** A piece of code: plain, a tag's name, or what the controls decide. */
type CodePart = string | { readonly tag: string } | { readonly mark: string };
export type Code = readonly CodePart[];

export const frameworks = ['html', 'react', 'vue', 'iframe'] as const;
export type Framework = (typeof frameworks)[number];

/** What the controls decide. */
export interface PasteOptions {
  readonly cameraId: string;
  readonly hasArchive: boolean;
  readonly hasSound: boolean;
  readonly hasPtz: boolean;
}

export interface SnippetOptions extends PasteOptions {
  /** Origin of this server. */
  readonly server: string;
}

/** Hours of the archive that the switch opens. */
export const archiveHours = 24;

/** Where the player asks the page's own server for a token; the code for the server answers there. */
const tokenPath = '/api/watchpost-token';

/** The text to paste. */
export function textOf(code: Code): string {
  return code.map((part) => (typeof part === 'string' ? part : 'tag' in part ? part.tag : part.mark)).join('');
}

/** Joins text and parts, and leaves out what is null. */
function code(strings: TemplateStringsArray, ...parts: readonly (CodePart | Code | null)[]): Code {
  return strings.flatMap((text, index) => {
    const part = parts[index];
    return [text, ...(part === undefined || part === null ? [] : isCode(part) ? part : [part])];
  });
}

const isCode = (part: CodePart | Code): part is Code => Array.isArray(part);
const tag = (text: string): CodePart => ({ tag: text });
const mark = (text: string): CodePart => ({ mark: text });

/** The code for a page, with a player that gets its tokens from the page's own server. */
export function pageCode(framework: Exclude<Framework, 'iframe'>, options: SnippetOptions): Code {
  return { html: htmlCode, react: reactCode, vue: vueCode }[framework](options);
}

function htmlCode({ server, cameraId, hasArchive, hasSound }: SnippetOptions): Code {
  return code`${tag('<script')} type="module"
  src="${server}/embed/v1/watchpost.js"${tag('></script>')}

${tag('<watchpost-camera')}
  server="${server}"
  camera-id="${mark(cameraId)}"
  token-url="${tokenPath}"${flags('\n  ', hasArchive, hasSound)}
${tag('></watchpost-camera>')}`;
}

function reactCode({ server, cameraId, hasArchive, hasSound }: SnippetOptions): Code {
  return code`import { createEmbedClient } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';

const client = createEmbedClient({
  baseUrl: '${server}',
  token: async () => {
    const answer = await fetch('${tokenPath}', { method: 'POST' });
    return (await answer.json()).token;
  },
});

export const Camera = () => (
  ${tag('<WatchpostProvider')} client={client}${tag('>')}
    ${tag('<CameraPlayer')} cameraId="${mark(cameraId)}"${flags(' ', hasArchive, hasSound)} ${tag('/>')}
  ${tag('</WatchpostProvider>')}
);`;
}

function vueCode({ server, cameraId, hasArchive, hasSound }: SnippetOptions): Code {
  return code`${tag('<script setup>')}
import '@watchpost/widgets/define/camera';
${tag('</script>')}

${tag('<template>')}
  ${tag('<watchpost-camera')}
    server="${server}"
    camera-id="${mark(cameraId)}"
    token-url="${tokenPath}"${flags('\n    ', hasArchive, hasSound)}
  ${tag('/>')}
${tag('</template>')}`;
}

/** @param before a space, or a new line and its indentation */
function flags(before: string, hasArchive: boolean, hasSound: boolean): Code {
  const shown = [...(hasArchive ? ['timeline'] : []), ...(hasSound ? [] : ['muted'])];
  return shown.flatMap((flag, index) => [index === 0 ? before : ' ', mark(flag)]);
}

/** The code for a page without a server of its own. @param link of the camera */
export function iframeCode(link: { readonly url: string }, title: string): Code {
  return code`${tag('<iframe')}
  src="${mark(link.url)}"
  title="${escapeAttribute(title)}"
  allow="autoplay; fullscreen; picture-in-picture"
  style="width: 100%; aspect-ratio: 16 / 9; border: 0"
${tag('></iframe>')}`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The code that answers the page's requests for tokens. @param site the page's origin */
export function serverCode({ server, cameraId, hasArchive, hasSound, hasPtz }: SnippetOptions, site: string): Code {
  return code`import { createApiKeyClient } from '@watchpost/sdk-core';

const watchpost = createApiKeyClient({
  baseUrl: '${server}',
  apiKey: process.env.WATCHPOST_API_KEY,
});

app.post('${tokenPath}', async (request, response) => {
  const { token } = await watchpost.embeds.createToken({
    cameraIds: ['${mark(cameraId)}'],
    origins: ['${mark(site)}'],${hasArchive ? ['\n    ', mark(`archive: { kind: 'last-hours', hours: ${archiveHours} },`)] : null}${hasSound ? ['\n    ', mark('withAudio: true,')] : null}${hasPtz ? ['\n    ', mark('withPtz: true,')] : null}
  });
  response.json({ token });
});`;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { atMost } from '../tests/slow-machine.ts';

const docs = join(root, 'docs');
const site = join(docs, '.vitepress/dist');
/** The texts of all files of this kind below a folder, as one. */
const textOf = (folder: string, extension: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

test(
  'the docs build without a dead link: guides, quick starts in both languages, the HTTP reference of the real server, the elements of the manifest, llms.txt',
  { timeout: atMost(240_000) },
  async () => {
    const env = { DOCS_WITHOUT_CODE: '1' };
    const { code, output } = await run(process.execPath, [join(root, 'tooling/commands/docs.ts')], { env });
    expect(output.match(/dead link.*/g)).toBeNull();
    expect(code, output).toBe(0);
    for (const page of [
      'index',
      'ru/index',
      'start/partner',
      'ru/start/partner',
      'guide/embed',
      'packages/sdk-core',
      'reference/http/cameras',
      'reference/elements/watchpost-video-wall',
    ])
      expect([page, existsSync(join(site, `${page}.html`))]).toEqual([page, true]);
    const { paths }: { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>> } = JSON.parse(
      readFileSync(join(docs, 'public/openapi.json'), 'utf8'),
    );
    // The call that answers this description has no name.
    const operations = Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ operationId }) => operationId ?? []));
    const http = textOf(join(site, 'reference/http'), '.html');
    expect(operations).toContain('listCameras');
    expect(operations.filter((name) => !new RegExp(`\\b${name}\\b`).test(http))).toEqual([]);
    const element = readFileSync(join(site, 'reference/elements/watchpost-camera.html'), 'utf8');
    for (const text of ['camera-id', 'watchpost-token-expiring', 'id="parts"', '--wp-accent']) expect(element).toContain(text);
    const llms = readFileSync(join(site, 'llms.txt'), 'utf8');
    expect(llms).toContain('- [Put a camera on your site](/start/partner): Ten minutes, without contacting anyone.\n');
    const listed = [...llms.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link);
    expect(listed).toEqual(expect.arrayContaining(readdirSync(join(docs, 'guide')).map((file) => `/guide/${file.replace('.md', '')}`)));
    expect(listed.filter((link) => ![link, `${link}.html`].some((file) => existsSync(join(site, file))))).toEqual([]);
  },
);

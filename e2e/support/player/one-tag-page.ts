import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Shop } from '../shop.ts';

const examples = resolve(import.meta.dirname, '../../../examples');

/** The page and its policy as examples/script-tag/README.md gives them to people, with the values filled in. */
export async function oneTagPage(
  { product, cameraId }: Pick<Shop, 'product' | 'cameraId'>,
  token: string,
): Promise<{ readonly html: string; readonly policy: string }> {
  const text = await readFile(join(examples, 'script-tag/README.md'), 'utf8');
  const [, markup] = /```html\n([^`]+)```/.exec(text) ?? [];
  const [, policy] = /```\n(default-src [^`]+)\n```/.exec(text) ?? [];
  if (markup === undefined || policy === undefined) throw new Error('The README shows no page or no policy any more.');
  const fill = (value: string): string =>
    value
      .replaceAll('https://cams.example', product.url)
      .replaceAll('wss://cams.example', product.url.replace('http', 'ws'))
      .replace('CAMERA_ID', cameraId)
      .replace('TOKEN', token);
  return { html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${fill(markup)}</html>`, policy: fill(policy) };
}

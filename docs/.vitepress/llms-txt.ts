import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteConfig } from 'vitepress';

/** Descriptions of the product for programs, which `generate.ts` puts beside the pages. */
const machineReadable = [
  '- [HTTP API](/openapi.json): every call, as OpenAPI',
  '- [Elements](/custom-elements.json): attributes, properties, events, slots and parts, as a custom elements manifest',
];

/** Writes `llms.txt` (https://llmstxt.org): what the project is, and every English page with its first sentence. */
export function writeLlmsTxt({ outDir, srcDir, pages, site }: SiteConfig): void {
  const english = pages.filter((page) => !/^(ru|reference)\//.test(page) && page !== 'index.md').toSorted();
  const linesOf = (folder: string): string[] =>
    english
      .filter((page) => dirname(page) === folder)
      .map((page) => {
        const { title, summary } = summaryOf(join(srcDir, page));
        return `- [${title}](/${page.replace(/\.md$/, '')})${summary === '' ? '' : `: ${summary}`}`;
      });
  const sections = [
    ['Start', linesOf('start')],
    ['Guides', linesOf('guide')],
    ['Packages', linesOf('packages')],
    ['Reference', [...machineReadable, ...linesOf('.')]],
  ] as const;
  const lists = sections.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}`);
  writeFileSync(join(outDir, 'llms.txt'), `# ${site.title}\n\n> ${site.description}\n\n${lists.join('\n\n')}\n`);
}

/** Reads the heading and the first sentence, without its links, which lead from that page; a page may be another file as a whole. */
function summaryOf(path: string): { readonly title: string; readonly summary: string } {
  const text = readFileSync(path, 'utf8');
  const included = /^<!--@include: (.+)-->/.exec(text)?.[1];
  if (included !== undefined) return summaryOf(join(dirname(path), included));
  const [, title = '', rest = ''] = /^# (.+)$([\s\S]*)/m.exec(text) ?? [];
  const prose = rest.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const line = /^(?![#<`|!:>-])\S.*$/m.exec(prose)?.[0] ?? '';
  const plain = line.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return { title, summary: /^.*?[.!?](?= |$)/.exec(plain)?.[0] ?? plain };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteConfig } from 'vitepress';

/** Writes `llms.txt` (https://llmstxt.org): what the project is, and every English page with its first sentence. */
export function writeLlmsTxt({ outDir, srcDir, pages, site }: SiteConfig): void {
  const lines = pages
    .filter((page) => !/^(ru|reference)\//.test(page) && page !== 'index.md')
    .toSorted()
    .map((page) => {
      const { title, summary } = summaryOf(join(srcDir, page));
      return `- [${title}](/${page.replace(/\.md$/, '')})${summary === '' ? '' : `: ${summary}`}`;
    });
  writeFileSync(join(outDir, 'llms.txt'), `# ${site.title}\n\n> ${site.description}\n\n${lines.join('\n')}\n`);
}

/** Reads the heading and the first line of text; a page may be another file as a whole. */
function summaryOf(path: string): { readonly title: string; readonly summary: string } {
  const text = readFileSync(path, 'utf8');
  const included = /^<!--@include: (.+)-->/.exec(text)?.[1];
  if (included !== undefined) return summaryOf(join(dirname(path), included));
  const [, title = '', rest = ''] = /^# (.+)$([\s\S]*)/m.exec(text) ?? [];
  const prose = rest.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return { title, summary: /^(?![#<`|!:>-])\S.*$/m.exec(prose)?.[0] ?? '' };
}

import { dirname, join, relative, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

const repository = 'https://github.com/watchpost/watchpost/tree/main';
const docsFolder = join(import.meta.dirname, '..');
/** Parts of the folder that are not pages. */
const isPage = (path: string): boolean => !path.startsWith(`..${sep}`) && !/^(adr|api)\/|^features\.md/.test(path);

/** Points relative links that leave the site to the repository, where they work as written. */
export function linksToRepository(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-to-repository', (state) => {
    const env: { path?: string } = state.env;
    const folder = dirname(env.path ?? docsFolder);
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (token.type !== 'link_open' || href === null || /^(\w+:|#|\/)/.test(href)) continue;
      const target = join(folder, href);
      if (!isPage(relative(docsFolder, target))) token.attrSet('href', `${repository}/${relative(join(docsFolder, '..'), target)}`);
    }
  });
}

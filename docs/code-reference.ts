import { join } from 'node:path';
import { OptionDefaults, type TypeDocOptions } from 'typedoc';

const packages = join(import.meta.dirname, '../packages');

/** Pages of every name that the packages for partners and integrators export. */
export const codeReference: Partial<TypeDocOptions> & Record<string, unknown> = {
  entryPoints: [join(packages, 'sdk-core'), join(packages, 'widgets')],
  entryPointStrategy: 'packages',
  packageOptions: {
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    blockTags: [...OptionDefaults.blockTags, '@attr', '@cssproperty', '@csspart', '@cssstate', '@fires', '@slot'],
    validation: { notExported: false },
  },
  plugin: ['typedoc-plugin-markdown'],
  outputs: [{ name: 'markdown', path: join(import.meta.dirname, 'reference/code') }],
  entryFileName: 'index',
  readme: 'none',
  outputFileStrategy: 'modules',
  // VitePress names headings by rules of its own.
  useHTMLAnchors: true,
  anchorPrefix: 'name-',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  excludeExternals: true,
  githubPages: false,
};

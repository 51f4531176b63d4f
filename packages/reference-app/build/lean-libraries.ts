import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface StandIn {
  /** The importing file. */
  readonly importer: RegExp;
  readonly source: RegExp;
  /** In the folder `lean`, or the name of a package. */
  readonly by: string;
}

/** Parts of libraries that every page would load and none uses: bundlers cannot know that, because an option or a missing context decides. */
const standIns: readonly StandIn[] = [
  // React has had this hook since 18.
  { importer: /\/@preact\/signals-react\//, source: /^use-sync-external-store\/shim/, by: 'react' },
  { importer: /\/lucide-react\/dist\/esm\/icons\//, source: /\/createLucideIcon\.mjs$/, by: 'icon.ts' },
  {
    importer: /\/react-router\/dist\/\w+\/lib\/(components|dom\/lib)\.m?js$/,
    source: /\/ssr\/components\.m?js$/,
    by: 'router-framework.ts',
  },
  {
    importer: /\/react-router\/dist\/\w+\/lib\/router\/router\.m?js$/,
    source: /\/instrumentation\.m?js$/,
    by: 'router-instrumentation.ts',
  },
  { importer: /\/react-router\/dist\/\w+\/lib\/hooks\.m?js$/, source: /^\.\/errors\.m?js$/, by: 'router-errors.ts' },
  { importer: /\/reference-app\/src\//, source: /^react-i18next$/, by: 'translation.ts' },
  { importer: /\/ofetch\/dist\//, source: /^(ufo|destr)$/, by: 'request-urls.ts' },
];

/**
 * Replaces parts of libraries in a build.
 * @throws when a library no longer imports a part: its stand-in must not stay unnoticed. A part that its library needs more of is a missing export.
 */
export function leanLibraries(): Plugin {
  const used = new Set<string>();
  return {
    name: 'watchpost-lean-libraries',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const found = standIns.find((one) => one.importer.test(importer) && one.source.test(source));
      if (!found) return null;
      used.add(found.by);
      return found.by.endsWith('.ts') ? fileURLToPath(new URL(`./lean/${found.by}`, import.meta.url)) : this.resolve(found.by, importer);
    },
    buildEnd(error) {
      const unused = standIns.filter(({ by }) => !used.has(by));
      if (!error && unused.length > 0)
        throw new Error(`Not imported any more: ${unused.map(({ source }) => source.source).join(', ')}. Look at build/lean-libraries.ts.`);
    },
  };
}

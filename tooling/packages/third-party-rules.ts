import { readThirdParty, type ThirdParty } from './third-party.ts';

/** The list of everything of others in a package. */
const listName = 'dist/third-party.md';

/** Licences that allow redistribution inside these packages. Another one is a decision: look at its terms, then add it. */
const accepted: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
]);

/** Whose these files are, or what they pass on, can be seen by their names. */
const recognized: Readonly<Record<string, RegExp>> = {
  inter: /\/inter-[^/]*\.woff2$/,
  'zxing-wasm': /\/zxing_[^/]*\.wasm$/,
  'dejavu-fonts-ttf': /\/billing-invoice-pdf\.js$/,
};
/** Copied into the sources, or into what the package writes, so that no build lists them. */
const copied: ReadonlySet<string> = new Set(['inter', 'lucide', 'dejavu-fonts-ttf']);

/** Checks that a package's list of licences is complete and has nothing that is gone; returns one line per problem. */
export function checkThirdParty(files: ReadonlyMap<string, string>): string[] {
  const list = files.get(listName);
  if (list === undefined) return [`${listName} is missing.`];
  const entries = readThirdParty(list);
  const listed = new Set(entries.map(nameOf));
  const inside = new Set([...fromLists(files), ...fromSourceMaps(files)]);
  const paths = [...files.keys()];
  return [
    ...[...inside].filter((name) => !listed.has(name)).map((name) => `${listName} lacks ${name}, which is in the package.`),
    ...Object.entries(recognized)
      .filter(([name, pattern]) => paths.some((path) => pattern.test(path)) && !entries.some((entry) => entry.name === name))
      .map(([name]) => `${listName} lacks ${name}, whose file is in the package.`),
    ...entries
      .filter((entry) => !inside.has(nameOf(entry)) && !copied.has(entry.name))
      .map((entry) => `${listName} lists ${nameOf(entry)}, which is not in the package.`),
    ...entries
      .filter(({ license }) => !accepted.has(license))
      .map((entry) => `${listName}: the licence of ${nameOf(entry)} is "${entry.license}", which is not accepted yet.`),
    ...entries.filter(({ text }) => text.length < 200).map((entry) => `${listName} has no licence text of ${nameOf(entry)}.`),
  ];
}

function nameOf({ name, version }: Pick<ThirdParty, 'name' | 'version'>): string {
  return `${name} ${version}`;
}

/** What builds without source maps have listed beside their files. */
function fromLists(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([path]) => path.endsWith('/third-party.md') && path !== listName)
    .flatMap(([, text]) => readThirdParty(text).map(nameOf));
}

/** The packages of pnpm's store whose modules are in a file. */
function fromSourceMaps(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([path]) => path.endsWith('.js.map'))
    .flatMap(([, text]) => {
      const { sources }: { readonly sources: readonly string[] } = JSON.parse(text);
      return sources.flatMap((source) => libraryOf(source) ?? []);
    });
}

/** Returns the library of a module: `…/.pnpm/@scope+name@version_peers/node_modules/@scope/name/…`; null for our own. */
function libraryOf(source: string): string | null {
  const path = source.split('/');
  const [stored, , ...rest] = path.slice(path.lastIndexOf('.pnpm') + 1);
  if (!path.includes('.pnpm') || stored === undefined) return null;
  const [version = ''] = stored.slice(stored.indexOf('@', 1) + 1).split(/[_(]/);
  return nameOf({ name: rest.slice(0, rest[0]?.startsWith('@') === true ? 2 : 1).join('/'), version });
}

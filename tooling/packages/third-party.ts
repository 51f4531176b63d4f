import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type { Publishable } from './publishable.ts';

/** Third-party code inside a package, with its licence. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty when its package names none. */
  readonly license: string;
  /** The licence's text. */
  readonly text: string;
}

/** Reads a list of licences as the builds write it: a heading `## name - version (licence)`, then the text. */
export function readThirdParty(markdown: string): ThirdParty[] {
  const headings = [...markdown.matchAll(/^## (\S+) - (\S+)(?: \((.+)\))?$/gm)];
  return headings.map(({ 0: heading, 1: name = '', 2: version = '', 3: license = '', index }, position) => ({
    name,
    version,
    license,
    text: markdown.slice(index + heading.length, headings[position + 1]?.index ?? markdown.length).trim(),
  }));
}

/** Formats a list, sorted, each entry once. */
export function formatThirdParty(entries: readonly ThirdParty[]): string {
  const sections = new Map(
    entries.map(({ name, version, license, text }) => {
      const heading = `## ${name} - ${version}${license === '' ? '' : ` (${license})`}`;
      return [heading, `${heading}\n\n${text}\n`];
    }),
  );
  const intro =
    sections.size === 0
      ? 'This package contains nothing of others. Its dependencies are packages of their own.\n'
      : 'This package contains the following works of others:\n';
  return ['# Licenses of third parties\n', intro, ...[...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)].join(
    '\n',
  );
}

/** Packages with the fonts and the icons, which are copied into the sources: no build sees whose they are. */
const withTheme: readonly Publishable[] = ['widgets', 'server'];

/** Writes `dist/third-party.md` of a built package: what its builds found inside it, and what was copied into its sources. */
export function writeThirdParty(name: Publishable): void {
  const dist = join(root, 'packages', name, 'dist');
  const found = globSync('**/third-party.md', { cwd: dist }).flatMap((path) => readThirdParty(readFileSync(join(dist, path), 'utf8')));
  const all = [...found, ...(withTheme.includes(name) ? themeParts() : []), ...(name === 'server' ? [invoiceFont()] : [])];
  writeFileSync(join(dist, 'third-party.md'), formatThirdParty(all.map(withText)));
}

/** Firebase publishes its packages without the licence. That of Apache has no names in it, so ours is the same text. */
function withText(entry: ThirdParty): ThirdParty {
  return entry.text === '' && entry.license === 'Apache-2.0'
    ? { ...entry, text: readFileSync(join(root, 'LICENSE'), 'utf8').trim() }
    : entry;
}

/** The typeface of invoices: a package of its own, and a part of it is inside every PDF that the server prints. */
function invoiceFont(): ThirdParty {
  const name = 'dejavu-fonts-ttf';
  const folder = join(root, 'packages/server/node_modules', name);
  if (!existsSync(folder)) throw new Error(`Without ${name}, its licence is not known. Install the packages.`);
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Its package names none; SPDX calls it so.
  return { name, version, license: 'Bitstream-Vera', text: readFileSync(join(folder, 'LICENSE'), 'utf8').trim() };
}

function themeParts(): ThirdParty[] {
  const lucide = join(root, 'packages/reference-app/node_modules/lucide-react');
  if (!existsSync(lucide)) throw new Error('Without lucide-react, its licence is not known. Install the packages.');
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(lucide, 'package.json'), 'utf8'));
  return [
    {
      name: 'inter',
      version: '4',
      license: 'OFL-1.1',
      text: readFileSync(join(root, 'packages/widgets/src/theme/fonts/OFL.md'), 'utf8').trim(),
    },
    { name: 'lucide', version, license: 'ISC', text: readFileSync(join(lucide, 'LICENSE'), 'utf8').trim() },
  ];
}

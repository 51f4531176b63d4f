import compatData, { type BrowserName, type Identifier, type SupportStatement } from '@mdn/browser-compat-data/forLegacyNode';
import { engines, type Engine } from './capabilities.ts';

/** On computers and on phones. */
const browsers: Readonly<Record<Engine, readonly BrowserName[]>> = {
  chromium: ['chrome', 'edge', 'chrome_android'],
  firefox: ['firefox', 'firefox_android'],
  webkit: ['safari', 'safari_ios'],
};

const tops: Readonly<Record<string, Identifier>> = { api: compatData.api, css: compatData.css, javascript: compatData.javascript };

/** The version from which all browsers of an engine have the feature; null if one still lacks it. */
export type FirstVersions = Readonly<Record<Engine, number | null>>;

/**
 * By MDN's compatibility data.
 * @param path of the feature there, such as `api.AbortSignal.any_static`
 * @throws {Error} if there is none
 */
export function firstVersionsOf(path: string): FirstVersions {
  const versions = readVersions(path);
  if (versions === null) throw new Error(`MDN’s compatibility data has no ${path}.`);
  return versions;
}

/** As `firstVersionsOf`; null for a feature that is not in the data. */
export function readVersions(path: string): FirstVersions | null {
  const [top = '', ...names] = path.split('.');
  const support = names.reduce<Identifier | undefined>((found, name) => found?.[name], tops[top])?.__compat?.support;
  if (!support) return null;
  const first = (engine: Engine): number | null =>
    browsers[engine].reduce<number | null>((latest, browser) => {
      const version = firstVersion(support[browser]);
      return latest === null || version === null ? null : Math.max(latest, version);
    }, 0);
  return { chromium: first('chromium'), firefox: first('firefox'), webkit: first('webkit') };
}

/** Without a flag, and by the name of the standard. */
function firstVersion(support: SupportStatement | undefined): number | null {
  let first: number | null = null;
  for (const { version_added, version_removed, flags, prefix, alternative_name } of support ? [support].flat() : []) {
    const added = version_added ? numberOf(version_added) : Number.NaN;
    if (Number.isNaN(added) || flags || prefix !== undefined || alternative_name !== undefined) continue;
    // Newest first: one that ends where a newer one begins is the same feature, with a note.
    const isGone = version_removed && (first === null || numberOf(version_removed) < first);
    if (!isGone) first = Math.min(first ?? added, added);
  }
  return first;
}

/** NaN for a preview. */
function numberOf(version: string): number {
  return Number.parseFloat(version.replace('≤', ''));
}

/** Paths of all features of scripts and style sheets, by the last name in them: without what MDN adds to tell apart static members and events. */
export function pathsByName(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const visit = (parent: Identifier, path: string): void => {
    for (const name of Object.keys(parent)) {
      const child = parent[name];
      if (name === '__compat' || !child) continue;
      const own = `${path}.${name}`;
      const key = name.replace(/_(static|event)$/, '');
      if (child.__compat) paths.set(key, [...(paths.get(key) ?? []), own]);
      visit(child, own);
    }
  };
  visit(compatData.api, 'api');
  visit(compatData.javascript['builtins'] ?? {}, 'javascript.builtins');
  return paths;
}

/** Engines in which a browser of this age may lack the feature. */
export function lackingEngines(versions: FirstVersions, oldest: Readonly<Record<Engine, number>>): Engine[] {
  return engines.filter((engine) => (versions[engine] ?? Number.POSITIVE_INFINITY) > oldest[engine]);
}

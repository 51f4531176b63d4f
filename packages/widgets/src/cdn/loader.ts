import { loadedVersions, reportUnused } from '../element/loaded-versions.ts';

/** Filled in by `build/loaders.ts`. */
declare const loader: {
  /** The element that the script brings. */
  readonly tag: string;
  readonly version: string;
  /** Relative to this script. */
  readonly file: string;
  readonly integrity: string;
};

const { tag, version, file, integrity } = loader;
const scripts = loadedVersions();
const earlier = scripts.get(tag) ?? (customElements.get(tag) && 'another copy');

if (earlier === undefined) {
  scripts.set(tag, version);
  const { href } = new URL(file, import.meta.url);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  link.integrity = integrity;
  // A file that is not the one of this version doesn't run: `import` alone would not compare it.
  link.onload = () => void import(href);
  link.onerror = () => {
    // A tag that is added later tries again.
    scripts.delete(tag);
    // oxlint-disable-next-line no-console -- there is no element yet that could show it
    console.error(`Watchpost could not load ${href}, or it is not the file of ${version}.`);
  };
  document.head.append(link);
} else if (earlier !== version) reportUnused(tag, version, earlier);

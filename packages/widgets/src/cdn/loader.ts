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
// Shared by all copies of this script, of any version.
const key = Symbol.for('watchpost.scripts');
const given: unknown = Reflect.get(globalThis, key);
const scripts: Map<string, string> = given instanceof Map ? given : new Map();
const earlier = scripts.get(tag) ?? (customElements.get(tag) && 'another copy');

if (earlier === undefined) {
  Reflect.set(globalThis, key, scripts.set(tag, version));
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
} else if (earlier !== version)
  // oxlint-disable-next-line no-console -- for the page's developer
  console.warn(`Watchpost ${version} is not used for <${tag}>: this page has loaded ${earlier} already.`);

/**
 * The versions of the elements that this page uses, by tag. Shared by everything of ours that the page loads, of any version:
 * a script from a server, a package of the page's own, and what another library brought along.
 */
export function loadedVersions(): Map<string, string> {
  const key = Symbol.for('watchpost.scripts');
  const given: unknown = Reflect.get(globalThis, key);
  if (given instanceof Map) return given;
  const versions = new Map<string, string>();
  Reflect.set(globalThis, key, versions);
  return versions;
}

/** Says in the console that a version is not used: the first one that a page loads is, and two of them can't share a tag. */
export function reportUnused(tag: string, version: string, used: string): void {
  // oxlint-disable-next-line no-console -- for the page's developer
  console.warn(`Watchpost ${version} is not used for <${tag}>: this page has loaded ${used} already.`);
}

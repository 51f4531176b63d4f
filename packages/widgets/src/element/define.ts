import { elementVersion } from './element-version.ts';
import { loadedVersions, reportUnused } from './loaded-versions.ts';

/** Registers an element. Where the page has it already, that one stays, and the console says so if it is of another version. Does nothing on a server. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (!globalThis.customElements) return;
  const versions = loadedVersions();
  if (!customElements.get(name)) {
    versions.set(name, elementVersion);
    customElements.define(name, element);
    return;
  }
  const used = versions.get(name) ?? 'another copy';
  if (used !== elementVersion) reportUnused(name, elementVersion, used);
}

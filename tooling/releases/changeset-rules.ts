/** A published package. */
export interface ReleasedPackage {
  readonly name: string;
  /** Folder, relative to the root. */
  readonly folder: string;
}

/** Whether a changed file reaches users of the package: tests and test support do not. */
function isShipped(file: string, folder: string): boolean {
  if (!file.startsWith(`${folder}/`)) return false;
  if (/\.(test|integration\.test|test-d)\.tsx?$|\/testing\//.test(file)) return false;
  return file.startsWith(`${folder}/src/`) || file === `${folder}/package.json`;
}

/**
 * Finds changed packages that no changeset names.
 * @param changedFiles paths relative to the root, changed since the last release
 * @param changesets texts of `.changeset/*.md`
 */
export function findMissingChangesets(
  packages: readonly ReleasedPackage[],
  changedFiles: readonly string[],
  changesets: readonly string[],
): string[] {
  const named = new Set(changesets.flatMap((text) => [...frontMatterOf(text).matchAll(/^['"]?([^'":]+)['"]?:/gm)].map(([, name]) => name)));
  return packages
    .filter(({ name, folder }) => !named.has(name) && changedFiles.some((file) => isShipped(file, folder)))
    .map(({ name }) => name);
}

function frontMatterOf(text: string): string {
  return /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
}

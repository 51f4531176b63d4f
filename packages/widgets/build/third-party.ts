import type { Plugin } from 'rollup';
import license from 'rollup-plugin-license';
import type { Dependency } from 'rollup-plugin-license';

/** Writes the licences of the libraries inside a build: redistributing the code requires redistributing its licence. */
export function thirdParty(file: string): Plugin {
  const plugin = license({ thirdParty: { multipleVersions: true, output: { file, template: licensesPage } } });
  const { renderChunk } = plugin;
  return {
    ...plugin,
    // This hook lists the chunk's libraries. Its result would be the same code with a source map five times as large.
    async renderChunk(...args) {
      if (typeof renderChunk === 'function') await renderChunk.apply(this, args);
      return null;
    },
  };
}

function licensesPage(dependencies: readonly Dependency[]): string {
  const sections = dependencies
    .filter(({ name }) => !name?.startsWith('@watchpost/'))
    .map(({ name, version, license: id, licenseText }) => `## ${name} - ${version} (${id})\n\n${licenseText?.trim()}\n`)
    .toSorted();
  return ['# Licenses\n', 'The files beside this one contain the following libraries:\n', ...sections].join('\n');
}

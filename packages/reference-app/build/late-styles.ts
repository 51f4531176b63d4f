import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What Vite puts around each late `import` that has styles comes from this module of its own. */
const helper = '\0vite/preload-helper.js';

/**
 * Our own function there: Vite's asks for a style sheet once, so that a screen whose styles were lost on the way stayed without them; and it is three times as long.
 * @throws when it is not used any more: an update of Vite must not bring that back unseen
 */
export function lateStyles(): Plugin {
  const ours = fileURLToPath(new URL('../src/shared/browser/late-styles.ts', import.meta.url));
  return {
    name: 'watchpost-late-styles',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? `export { withStyles as __vitePreload } from ${JSON.stringify(ours)};` : null),
    generateBundle(_options, bundle) {
      const isUsed = Object.values(bundle).some((file) => file.type === 'chunk' && ours in file.modules);
      if (!isUsed) throw new Error('Vite no longer takes its preload helper from where it did. Look at build/late-styles.ts.');
    },
  };
}

import type { Plugin } from 'vite';

/** Modules for developers and tests that users must not receive. */
const developersOnly = /\/src\/routes\/dev-gallery|\/src\/(?:.+\/)?testing\//;

/** @returns the modules that a production build must not contain */
export function developersModules(
  bundle: Readonly<Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>>,
): string[] {
  return Object.values(bundle).flatMap(({ type, moduleIds = [] }) =>
    type === 'chunk' ? moduleIds.filter((id) => developersOnly.test(id)) : [],
  );
}

/** Fails a production build that contains the gallery or test helpers. */
export function withoutDevelopmentPages(): Plugin {
  return {
    name: 'watchpost-without-development-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = developersModules(bundle);
      if (found.length > 0)
        throw new Error(
          `For developers only, but in the production build: ${found.join(', ')}. Import it behind import.meta.env.DEV, as app/dev-routes.ts does.`,
        );
    },
  };
}

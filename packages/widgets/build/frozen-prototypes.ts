import type { Plugin } from 'rollup';

/**
 * Lets the signals library load on a page that froze `Object.prototype`. There, assigning a property inherited from it throws, and
 * @preact/signals-core assigns `valueOf` and `toString` to its prototypes while it loads. The plugin removes the parent of those prototypes.
 */
export function signalsOnFrozenPrototypes(): Plugin {
  return {
    name: 'watchpost-signals-on-frozen-prototypes',
    transform: {
      filter: { id: /signals-core\.(mjs|module\.js)$/ },
      handler: (code) => ({ code: withoutInheritance(code), map: null }),
    },
  };
}

/** @throws {Error} if the library no longer has the expected form: check whether it still needs the patch */
export function withoutInheritance(code: string): string {
  const changed = code.replace(/(\w+)\.prototype\.brand\s*=/, 'Object.setPrototypeOf($1.prototype,null).brand=');
  if (changed === code) throw new Error('@preact/signals-core does not have the form that build/frozen-prototypes.ts expects.');
  return changed;
}

import type { Plugin } from 'vite';

/**
 * Sonner appends an inline `<style>` when its module runs. The server's content security policy forbids inline styles,
 * so this plugin removes the call, and `sonner/dist/styles.css` is imported as a file instead.
 * @throws when the call is missing: an update of the library must not restore the violation unnoticed
 */
export function stripInjectedStyles(): Plugin {
  return {
    name: 'watchpost-strip-injected-styles',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.m?js/.test(id)) return null;
      const start = code.indexOf('\n__insertCSS(');
      const end = code.indexOf('\n', start + 1);
      if (start < 0 || end < 0) throw new Error('sonner no longer injects its styles as expected. Look at build/strip-injected-styles.ts.');
      return { code: code.slice(0, start) + code.slice(end), map: null };
    },
  };
}

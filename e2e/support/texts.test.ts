import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsOf } from './texts.ts';

const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
);
/** Such as `t('shell:profile')`, and `button(view, 'shell:profile')`. */
const names = new Set(
  sources.flatMap((source) => [...source.matchAll(/(?<=[( ])'([a-z][a-z-]+:[A-Za-z][\w.]*)'/g)].map(([, name = '']) => name)),
);

/** Modules of Node, a pseudo-class, an address, what a test stores in a page, and WebKit’s own capabilities. */
const others = /^(node|dialog|about|test|webkitgtk):/;

test.each(['en', 'ru'] as const)('every text of the app that the specs look for exists (%s)', (locale) => {
  const t = textsOf(locale);
  expect(names.size).toBeGreaterThan(20);
  const missing = [...names]
    .filter((name) => !others.test(name))
    .flatMap((name) => {
      try {
        t(name);
        return [];
      } catch {
        return [name];
      }
    });
  expect(missing).toEqual([]);
});

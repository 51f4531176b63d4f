import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const sheets = globSync('packages/{widgets,reference-app}/src/**/*.css', { cwd: root });
/** The innermost blocks: the declarations of each rule. */
const rules = sheets.flatMap((sheet) =>
  [...readFileSync(resolve(root, sheet), 'utf8').matchAll(/\{([^{}]*)\}/g)].map(([, declarations = '']) => ({ sheet, declarations })),
);
const values = (declarations: string, property: string): string[] =>
  [...declarations.matchAll(/(?:^|[;\s])([\w-]+)\s*:\s*([^;]+)/g)].flatMap(([, name, value = '']) =>
    name === property ? [value.trim()] : [],
  );

test('what may be selected is said with Safari’s prefix, too: it knows no other', () => {
  const selecting = rules.filter(({ declarations }) => values(declarations, 'user-select').length > 0);
  expect(selecting.map(({ sheet }) => sheet)).toContain('packages/widgets/src/features/player/controls/controls.css');
  const lonely = selecting.filter(
    ({ declarations }) => values(declarations, 'user-select').join() !== values(declarations, '-webkit-user-select').join(),
  );
  expect(lonely).toEqual([]);
});

test('Firefox, which draws scrollbars in the colours of no scheme, is given the page’s', () => {
  const page = rules.filter(({ sheet }) => sheet === 'packages/reference-app/src/styles/base.css');
  expect(page.flatMap(({ declarations }) => values(declarations, 'scrollbar-color'))).toEqual(['var(--wp-line-control) transparent']);
});

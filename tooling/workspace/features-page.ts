import type { Feature } from '../lib/workspace.ts';

/** Renders docs/features.md from features.json: each feature with its packages. */
export function renderFeaturesPage(features: readonly Feature[]): string {
  const list = (texts: readonly string[], none = '–'): string => (texts.length === 0 ? none : texts.join(', '));
  const rows = features.map(
    ({ name, packages, routes, uses, spec }) =>
      `| **${name}** | ${list(packages, 'planned')} | ${list(routes.map((route) => `\`${route}\``))} | ${list(uses)} | ${list(spec)} |`,
  );
  return [
    '# Features',
    '',
    '<!-- Made from features.json by `npm run check -- --fix`. Do not edit. -->',
    '',
    'A feature has the same name in every package: `packages/*/src/features/<name>/<name>-….ts`, and `e2e/<name>/<story>.spec.ts`.',
    'It may import the features of the column "Uses", through their `index.ts`.',
    '',
    '| Feature | Packages | Addresses | Uses | Specification |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

/** Exported names without a word about them, by report: no new ones. What partners and integrators import has none. */
const undocumented: Readonly<Record<string, number>> = {
  'camera-agent.api.md': 8,
  'mp4.api.md': 15,
  'onvif-http-authentication.api.md': 3,
  'onvif-messages.api.md': 1,
  'onvif.api.md': 7,
  'sdk-core-testing.api.md': 5,
  'server.api.md': 1,
  // Icons, and properties of components that are called like them.
  'widgets-primitives.api.md': 46,
};
const folder = join(root, 'docs/api');

test.each(readdirSync(folder))('every name that %s exports is documented, except those that are not yet', (report) => {
  const names = [...readFileSync(join(folder, report), 'utf8').matchAll(/^\/\/ @public \(undocumented\)\n(.*)$/gm)].map(
    ([, line = '']) => line,
  );
  expect(names.length, names.join('\n')).toBeLessThanOrEqual(undocumented[report] ?? 0);
});

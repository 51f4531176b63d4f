import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { codeFolders, listFiles } from '../lib/workspace.ts';

/** Names that the glossary replaces. Its own check reads prose; this one finds them in identifiers. */
const replaced =
  /Doorkeeper|LiveSide|WayBack|PlayerMore|LowSupply|PtzHand|Patience|Somebody|Whoever|Told|\b(?:patience|told(?! apart)|mostWaiting|freshFor)\b/g;

test('no identifier has a name that the glossary replaces', () => {
  const files = codeFolders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tooling/prose/'));
  const found = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(replaced)].map(([name]) => `${file} ${name}`));
  expect(found).toEqual([]);
});

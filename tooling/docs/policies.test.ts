import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFiles } from '../lib/workspace.ts';

const files = ['docs/guide', 'docs/ru/guide', 'examples'].flatMap((folder) => listFiles(root, folder));
/** The strict policies that pages of partners are given, from their first directive to their last. */
const policies = files
  .filter((file) => /\.(md|js)$/.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split("default-src 'none'")
      .slice(1)
      .map((rest) => ({ file, policy: rest.split("trusted-types 'none'")[0] ?? '' })),
  );

test.each(['docs/guide/embed.md', 'docs/ru/guide/embed.md', 'examples/script-tag/README.md', 'examples/own-backend/server.js'])(
  '%s has a policy',
  (path) => {
    expect(policies.map(({ file }) => file)).toContain(path);
  },
);

// Firefox and WebKit load the icon under the page's policy, and report what it refuses.
test.each(policies)('the policy of $file lets the page’s own icon through', ({ policy }) => {
  expect(policy).toMatch(/img-src [^;]*'self'/);
});

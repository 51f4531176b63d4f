import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, lastReleaseTag } from '../lib/git.ts';
import { root } from '../lib/root.ts';
import { gate, type Step } from '../lib/steps.ts';
import { publishable } from '../packages/publishable.ts';
import { findMissingChangesets } from './changeset-rules.ts';

/** Checks that every change of a published package since the last release has a changeset, which becomes its changelog entry. */
export const changesetsGate: Step = {
  name: 'changesets',
  run: async () => {
    const release = await findRelease();
    if (release === null) return gate(true, '', 'no history');
    const changed = await git(['diff', '--name-only', release, '--', 'packages']);
    const missing = findMissingChangesets(
      publishable.map((name) => ({ name: `@watchpost/${name}`, folder: `packages/${name}` })),
      changed?.split('\n') ?? [],
      readChangesets(),
    );
    return gate(
      missing.length === 0,
      `Changed since the last release, without a changeset: ${missing.join(', ')}. Users learn of changes from the changelog, which is made of changesets. Write one: npx changeset`,
    );
  },
};

/** Finds the commit of the last release: its tag, or the last change of the shared version; in a shallow clone, perhaps its edge. */
async function findRelease(): Promise<string | null> {
  const tag = await lastReleaseTag();
  if (tag !== null) return tag;
  const commit = await git(['log', '-1', '--format=%H', '-G', '^  "version":', '--', 'packages/contract/package.json']);
  return commit === '' ? null : commit;
}

function readChangesets(): string[] {
  const folder = join(root, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

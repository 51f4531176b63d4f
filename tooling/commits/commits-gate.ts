import { root } from '../lib/root.ts';
import { runTool } from '../lib/run.ts';
import { gate, type Step } from '../lib/steps.ts';
import { findCommitRange } from './commit-range.ts';

/** Messages up to this commit predate the rules of commitlint.config.js. */
const lastUncheckedCommit = '283415a7d6189f436a379465165b7959082a8f34';

const advice =
  'A message is read for years. Write `feature: what changed` in at most 72 characters and the reason in the body; then: git commit --amend, or git rebase -i for an older one.';

/** Checks the messages of new commits against commitlint.config.js. */
export const commitsGate: Step = {
  name: 'commit messages',
  run: async () => {
    const range = await findCommitRange(root, lastUncheckedCommit);
    if (!range) return gate(true, '', 'no new commits');
    const { code, output } = await runTool('@commitlint/cli', 'commitlint', ['--from', range.from, '--to', 'HEAD']);
    return gate(code === 0, `${output.trimEnd()}\n${advice}`, `${range.count} commits`);
  },
};

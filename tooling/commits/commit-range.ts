import { git, lastReleaseTag } from '../lib/git.ts';

export interface CommitRange {
  /** The commit before the first one to check. */
  readonly from: string;
  readonly count: number;
}

/**
 * Selects the commits whose messages are checked: those since the last release, at most `maxCommits`, and none up to `after`. A shallow
 * clone checks as many as it has. Null when no commit needs a check, as in a download without history.
 * @param after the last commit whose message predates the rules
 */
export async function findCommitRange(folder: string, after: string, maxCommits = 50): Promise<CommitRange | null> {
  const release = await lastReleaseTag(folder);
  const isKnown = (await git(['cat-file', '-e', `${after}^{commit}`], folder)) !== null;
  const excluded = [...(release === null ? [] : [`^${release}`]), ...(isKnown ? [`^${after}`] : [])];
  const list = await git(['rev-list', '--first-parent', `--max-count=${maxCommits}`, 'HEAD', ...excluded], folder);
  const commits = list?.split('\n').filter((line) => line !== '') ?? [];
  const oldest = commits.at(-1);
  if (oldest === undefined) return null;
  const parent = await git(['rev-parse', '--verify', '--quiet', `${oldest}^`], folder);
  // The edge of a shallow clone has no parent here: the check starts after it.
  if (parent !== null) return { from: parent, count: commits.length };
  return commits.length === 1 ? null : { from: oldest, count: commits.length - 1 };
}

import { root } from './root.ts';
import { run } from './run.ts';

/**
 * Runs git and returns its output without the final line break; null when it fails, for lack of history or of enough history.
 * @param folder the repository
 */
export async function git(args: readonly string[], folder: string = root): Promise<string | null> {
  const { code, output } = await run('git', args, { cwd: folder });
  return code === 0 ? output.trimEnd() : null;
}

/** Finds the newest version tag that this clone knows; null before the first release and in a clone without tags. */
export function lastReleaseTag(folder: string = root): Promise<string | null> {
  return git(['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', '--match', '@watchpost/*@*', 'HEAD'], folder);
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCommitRange } from './commit-range.ts';

describe('commit range', () => {
  let folder = '';
  const unknown = '0123456789012345678901234567890123456789';
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder, encoding: 'utf8' }).trim();
  const commit = (subject: string): string => {
    git('commit', '--quiet', '--allow-empty', '-m', subject);
    return git('rev-parse', 'HEAD');
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-commits-'));
    git('init', '--quiet');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('starts after the last commit that predates the rules', async () => {
    const old = commit('old');
    commit('one: a');
    commit('two: b');
    expect(await findCommitRange(folder, old)).toEqual({ from: old, count: 2 });
  });
  test('starts at the last release', async () => {
    commit('one: a');
    const release = commit('release: 1.0');
    git('tag', 'v1.0.0');
    expect(await findCommitRange(folder, unknown)).toBeNull();
    commit('two: b');
    expect(await findCommitRange(folder, unknown)).toEqual({ from: release, count: 1 });
  });
  test('selects the newest commits up to a limit', async () => {
    const commits = Array.from({ length: 4 }, (_, index) => commit(`a: ${index}`));
    expect(await findCommitRange(folder, unknown, 2)).toEqual({ from: commits[1], count: 2 });
  });
  test('handles a history without a parent to start from: a first commit, or the edge of a shallow clone', async () => {
    const first = commit('one: a');
    expect(await findCommitRange(folder, unknown)).toBeNull();
    commit('two: b');
    expect(await findCommitRange(folder, unknown)).toEqual({ from: first, count: 1 });
  });
  test('has nothing to check in a folder without history', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await findCommitRange(folder, unknown)).toBeNull();
  });
});

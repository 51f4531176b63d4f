import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../lib/root.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, '.github/workflows');
const files = readdirSync(folder);
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const read = (file: string): Workflow => parse(textOf(file));
/** What GitHub's own parser has against a workflow: its keys, their values, and the contexts that expressions use. */
const problemsOf = (content: string): string[] =>
  parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

const { NoOperationTraceWriter, parseWorkflow } = await loadParser();

/** Bundles the parser: it imports JSON in a way that Node refuses. */
async function loadParser(): Promise<typeof import('@actions/workflow-parser')> {
  const stdin = { contents: "export { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';", resolveDir: root };
  const outfile = join(root, 'node_modules/.cache/watchpost/workflow-parser.mjs');
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'browser' });
  return import(outfile);
}

describe.each(files)('%s', (file) => {
  const { permissions, jobs } = read(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('is a workflow that GitHub accepts', () => {
    expect(problemsOf(textOf(file))).toEqual([]);
    expect(problemsOf(textOf(file).replace('runs-on:', 'run-on:'))).not.toEqual([]);
    expect(problemsOf(textOf(file).replace('contents: read', 'contents: reed'))).not.toEqual([]);
    expect(problemsOf(textOf(file).replace('branches: [main]', 'branch: [main]'))).not.toEqual([]);
  });

  test('uses GitHub’s own actions alone, by commit and with their version: a tag can be moved', () => {
    const used = [...textOf(file).matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('names the rights of each job; nothing that was checked out can push, and each job ends', () => {
    for (const job of Object.values(jobs)) {
      expect(job.permissions ?? permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    }
    for (const { uses, with: options } of steps)
      if (uses?.startsWith('actions/checkout@') === true) expect(options?.['persist-credentials']).toBe(false);
  });

  test('no text of others becomes part of a script', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});

test('only the job that publishes can, and no code of dependencies runs in it, nor in the one that writes releases', () => {
  const { permissions, jobs } = read('release.yml');
  expect(permissions).toEqual({});
  expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
    pack: { contents: 'read' },
    publish: { 'id-token': 'write' },
    announce: { contents: 'write' },
  });
  for (const name of ['publish', 'announce']) {
    const { steps = [] } = jobs[name] ?? {};
    expect(steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
    for (const { run = '' } of steps) expect(run).not.toMatch(/npm (?:ci|install|run|exec|test)|npx|node /);
  }
  expect(jobs['publish']?.steps.map(({ run = '' }) => run).join('')).toContain('--provenance --access public');
});

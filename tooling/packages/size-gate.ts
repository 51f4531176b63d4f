import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { root } from '../lib/root.ts';
import { run, type RunResult } from '../lib/run.ts';
import { gate, type Step } from '../lib/steps.ts';
import { buildStale } from './builds.ts';

interface Budget {
  readonly name: string;
  /** What a page would write. */
  readonly entry: string;
  /** Libraries that the page has already. */
  readonly external: readonly string[];
  /** KB (1000 bytes) after gzip of everything that is loaded at once, without dynamic imports. */
  readonly limit: number;
  readonly reason: string;
}

/** Budgets rise only in the change that needs it, with a reason in budgets.json. */
export const sizeGate: Step = {
  name: 'size budgets',
  run: async () => {
    const { budgets }: { budgets: readonly Budget[] } = JSON.parse(readFileSync(join(root, 'tooling/packages/budgets.json'), 'utf8'));
    const lines: string[] = [];
    let ok = true;
    for (const budget of budgets) {
      const size = await measure(budget);
      if (size === null || size > budget.limit) ok = false;
      lines.push(size === null ? `${budget.name}: ${budget.entry} does not exist` : `${budget.name} ${size.toFixed(1)} of ${budget.limit} KB${size > budget.limit ? ` – over its budget. ${budget.reason}` : ''}`);
    }
    const tag = await measureScriptTag();
    if (tag.code !== 0) ok = false;
    return gate(ok, [...lines, tag.output].join('\n'), [...lines, tag.output.split('\n')[0]?.trim()].join(', '));
  },
};

/** What a page with the script tag loads, from the build that it gets. */
async function measureScriptTag(): Promise<RunResult> {
  const built = await buildStale();
  if (built.failed > 0) return { code: 1, output: built.output ?? '' };
  return run(process.execPath, [join(root, 'packages/widgets/size.ts')]);
}

async function measure(budget: Budget): Promise<number | null> {
  if (!existsSync(join(root, budget.entry))) return null;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, target: 'es2023', lib: { entry: join(root, budget.entry), formats: ['es'] }, rollupOptions: { external: budget.external.map((name) => new RegExp(`^${name}(/|$)`)) } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : [])).filter((part): part is Rollup.OutputChunk => part.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const eager = new Set<string>();
  const follow = (name: string): void => {
    if (eager.has(name)) return;
    eager.add(name);
    for (const next of byName.get(name)?.imports ?? []) follow(next);
  };
  for (const chunk of chunks) if (chunk.isEntry) follow(chunk.fileName);
  return [...eager].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? '').byteLength, 0) / 1000;
}

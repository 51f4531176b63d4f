import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rollup } from 'vite';
import { root } from '../lib/root.ts';
import { run, type RunResult } from '../lib/run.ts';
import { gate, type Step } from '../lib/steps.ts';
import { buildStale } from './builds.ts';

interface Budget {
  readonly name: string;
  /** The import that a page would write. */
  readonly entry: string;
  /** What it takes from there; everything if absent. */
  readonly names?: readonly string[];
  /** Libraries that the page already has. */
  readonly external: readonly string[];
  /** After gzip, of all static imports, without dynamic ones. */
  readonly maxBytes: number;
  readonly reason: string;
}

/** Checks size budgets. A budget only rises in the change that needs it, with a reason in size-budgets.json. */
export const sizeGate: Step = {
  name: 'size budgets',
  run: async () => {
    const { imports }: { imports: readonly Budget[] } = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));
    const lines: string[] = [];
    let ok = true;
    for (const budget of imports) {
      const size = await measure(budget);
      if (size === null || size > budget.maxBytes) ok = false;
      lines.push(
        size === null
          ? `${budget.name}: ${budget.entry} does not exist`
          : `${budget.name} ${size} of ${budget.maxBytes} bytes${size > budget.maxBytes ? ` – over its budget. ${budget.reason}` : ''}`,
      );
    }
    const tag = await measureScriptTag();
    if (tag.code !== 0) ok = false;
    return gate(ok, [...lines, tag.output].join('\n'), [...lines, tag.output.split('\n')[0]?.trim()].join(', '));
  },
};

/** Measures what a page with the script tag loads, from the published build. */
async function measureScriptTag(): Promise<RunResult> {
  const built = await buildStale();
  if (built.failed > 0) return { code: 1, output: built.output ?? '' };
  return run(process.execPath, [join(root, 'packages/widgets/size.ts')]);
}

/** Doesn't exist: its code is the budget's. */
const pageId = join(root, 'page-that-imports.ts');

/** A page's own module. */
function pageThatImports(code: string): Plugin {
  return { name: 'watchpost-page', resolveId: (id) => (id === pageId ? id : null), load: (id) => (id === pageId ? code : null) };
}

async function measure(budget: Budget): Promise<number | null> {
  if (!existsSync(join(root, budget.entry))) return null;
  const entry = join(root, budget.entry);
  const importing = budget.names && `export { ${budget.names.join(', ')} } from ${JSON.stringify(entry)};`;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: importing === undefined ? [] : [pageThatImports(importing)],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry: importing === undefined ? entry : pageId, formats: ['es'], fileName: 'page' },
      rollupOptions: { external: budget.external.map((name) => new RegExp(`^${name}(/|$)`)) },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((part): part is Rollup.OutputChunk => part.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const eager = new Set<string>();
  const follow = (name: string): void => {
    if (eager.has(name)) return;
    eager.add(name);
    for (const next of byName.get(name)?.imports ?? []) follow(next);
  };
  for (const chunk of chunks) if (chunk.isEntry) follow(chunk.fileName);
  return [...eager].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? '').byteLength, 0);
}

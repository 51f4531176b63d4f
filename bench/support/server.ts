import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, type Product } from '../../e2e/support/product.ts';

/** A checkout whose server is measured by the benches of this one: `--beside` of `bench/run.ts`. */
const checkout = process.env['BENCH_SERVER'];
const command =
  checkout === undefined ? undefined : ([process.execPath, join(checkout, 'packages/server/src/cli/main.ts'), 'start'] as const);

/** Starts the product in its own process, so that its CPU time and memory can be measured; the process and its data are removed with the bench. */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  startedBy: readonly [string, ...string[]] | undefined = command,
): Promise<Product> {
  const product = await startProduct({ NODE_ENV: 'production', DATABASE_URL: '', ...environment }, startedBy);
  process.on('exit', () => {
    try {
      process.kill(product.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    rmSync(product.dataDir, { recursive: true, force: true });
  });
  return product;
}

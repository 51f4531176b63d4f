import { rmSync } from 'node:fs';
import { startProduct, type Product } from '../../e2e/support/product.ts';

/** Starts the product in its own process, so that its CPU time and memory can be measured; the process and its data are removed with the bench. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await startProduct({ NODE_ENV: 'production', DATABASE_URL: '', ...environment });
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

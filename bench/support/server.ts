import { rmSync } from 'node:fs';
import { startProduct, type Product } from '../../e2e/support/product.ts';

/** Starts the product in a process of its own, whose CPU time and memory can be read; both it and its data go with the bench. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await startProduct({ NODE_ENV: 'production', DATABASE_URL: '', ...environment });
  process.on('exit', () => {
    try {
      process.kill(product.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    rmSync(product.dataDir, { recursive: true, force: true });
  });
  return product;
}

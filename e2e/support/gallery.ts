import { resolve } from 'node:path';
import { createServer } from 'vite';
import { freePort } from './product.ts';

/** The app as developers see it, with the pages that only they have. */
export interface DevelopmentApp {
  readonly url: string;
  close(): Promise<void>;
}

const folder = resolve(import.meta.dirname, '../../packages/reference-app');

/** Serves the app's sources by Vite; there is no server of the product behind it. */
export async function startDevelopmentApp(): Promise<DevelopmentApp> {
  const port = await freePort();
  const server = await createServer({ root: folder, configFile: resolve(folder, 'vite.config.ts'), logLevel: 'error', server: { port, strictPort: true, host: '127.0.0.1', hmr: false, watch: null } });
  await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

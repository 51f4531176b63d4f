import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const server = new URL('../index.ts', import.meta.url).href;
const driver = new URL('../../adapters/acme/acme-client.ts', import.meta.url).href;
/** Without it, the server's hundreds of modules would be compiled each time. */
const folder = process.env['NODE_COMPILE_CACHE'];
const compileCache = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
/** Says whether the library was loaded by a server, and by what speaks ACME. */
const script = `
import { registerHooks } from 'node:module';
let isLoaded = false;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'acme-client') isLoaded = true;
    return next(specifier, context);
  },
});
const { createServer, readConfig } = await import(${JSON.stringify(server)});
const server = await createServer(readConfig(process.env));
await server.close();
const byServer = isLoaded;
await import(${JSON.stringify(driver)});
console.log('LOADED ' + JSON.stringify([byServer, isLoaded]));
process.exit();
`;

test('a server that obtains no certificates loads nothing of the library', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-acme-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...compileCache },
  });
  expect(stdout).toContain('LOADED [false,true]');
});

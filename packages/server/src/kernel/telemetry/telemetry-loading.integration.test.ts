import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-telemetry-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const server = new URL('../../app/index.ts', import.meta.url).href;
/** Without it, the server's hundreds of modules would be compiled each time. */
const folder = process.env['NODE_COMPILE_CACHE'];
const compileCache = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
/** Creates and closes a server, and says which of OpenTelemetry's packages were loaded for it. */
const script = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) loaded.add(specifier);
    return next(specifier, context);
  },
});
const { createServer, readConfig } = await import(${JSON.stringify(server)});
const server = await createServer(readConfig(process.env));
await server.close();
console.log('LOADED ' + JSON.stringify([...loaded]));
process.exit();
`;

async function loadedBy(variables: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...compileCache, ...variables },
  });
  return JSON.parse(/^LOADED (.*)$/m.exec(stdout)?.[1] ?? 'null');
}

test('a server without a collector loads nothing of OpenTelemetry', async () => {
  // The interfaces alone, which prom-client loads.
  expect(await loadedBy({})).toEqual(['@opentelemetry/api']);
  // Nobody listens there, and nothing is sent within a second.
  expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toContain('@opentelemetry/sdk-trace');
});

import { createServer, readConfig } from '@watchpost/server';
import { copyFile, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// Writes what the site takes from the code: the OpenAPI description of a real server, and the manifest of the elements.
const publicFolder = join(import.meta.dirname, 'public');
await mkdir(publicFolder, { recursive: true });
const widgets = dirname(createRequire(import.meta.url).resolve('@watchpost/widgets/package.json'));
await copyFile(join(widgets, 'dist/custom-elements.json'), join(publicFolder, 'custom-elements.json'));

const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-docs-'));
try {
  const server = await createServer(readConfig({ DATA_DIR: dataDir, PORT: '0', WATCHPOST_DEMO: '0', LOG_LEVEL: 'error' }));
  const { body } = await server.app.inject({ url: '/public/api/openapi.json' });
  await writeFile(join(publicFolder, 'openapi.json'), body);
  await server.close();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

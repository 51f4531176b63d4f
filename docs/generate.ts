import { createServer, readConfig } from '@watchpost/server';
import { copyFile, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Application } from 'typedoc';
import { codeReference } from './code-reference.ts';

// Writes what the site takes from the code: the OpenAPI description of a real server, the manifest of the elements, and the pages of every
// exported name.
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

if (process.env['DOCS_WITHOUT_CODE'] === '1') process.exit();
const application = await Application.bootstrapWithPlugins(codeReference);
const project = await application.convert();
if (!project || application.logger.hasErrors()) process.exit(1);
await application.generateOutputs(project);

import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run docs: builds the documentation site into docs/.vitepress/dist. npm run docs -- --dev: serves it, and follows changes.
const docs = join(root, 'docs');
const isDev = process.argv.includes('--dev');
await buildStale();
// The pages of the elements are made of their manifest, which is otherwise written when the package is packed.
const manifest = await run(process.execPath, ['build/write-manifest.ts'], { cwd: join(root, 'packages/widgets'), show: true });
if (manifest.code !== 0) process.exit(manifest.code);
const generated = await run(process.execPath, [join(docs, 'generate.ts')], { cwd: docs, show: true });
if (generated.code !== 0) process.exit(generated.code);
if (process.env['DOCS_WITHOUT_CODE'] !== '1') {
  const pages = await run(process.execPath, [join(docs, 'generate-code.ts')], { cwd: docs, show: true });
  if (pages.code !== 0) process.exit(pages.code);
}
const vitepress = join(docs, 'node_modules/vitepress/bin/vitepress.js');
const { code } = await run(process.execPath, [vitepress, isDev ? 'dev' : 'build', '.'], { cwd: docs, show: true });
if (code === 0 && !isDev) console.log(`The site is in ${join(docs, '.vitepress/dist')}.`);
process.exitCode = code;

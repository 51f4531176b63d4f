import { copyFileSync, cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run, runTool } from '../lib/run.ts';

const folder = join(root, 'packages/widgets');

/**
 * Builds the published modules of widgets, their style sheets, and the manifest of the elements with what editors read. The compiler writes
 * the declarations, but for frameworks that are not installed here: those it does not copy.
 * @throws {Error} with the output of the step that failed
 */
export async function buildWidgets(): Promise<void> {
  const { code, output } = await runTool('rollup', 'rollup', ['--config', 'rollup.published.config.ts', '--silent'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The modules of widgets could not be built:\n${output}`);
  const manifest = await run(process.execPath, ['build/write-manifest.ts'], { cwd: folder });
  if (manifest.code !== 0) throw new Error(`The manifest of the elements could not be written:\n${manifest.output}`);
  for (const name of readdirSync(join(folder, 'src/jsx')).filter((file) => file.endsWith('.d.ts'))) {
    copyFileSync(join(folder, 'src/jsx', name), join(folder, 'dist/jsx', name));
    writeFileSync(join(folder, 'dist/jsx', name.replace('.d.ts', '.js')), 'export {};\n');
  }
  cpSync(join(folder, 'src/theme'), join(folder, 'dist/theme'), { recursive: true, filter: (path) => !/\.ts$|testing$/.test(path) });
  // theme/primitives.css imports these.
  cpSync(join(folder, 'src/primitives'), join(folder, 'dist/primitives'), {
    recursive: true,
    filter: (path) => (statSync(path).isDirectory() ? !path.endsWith('testing') : path.endsWith('.css')),
  });
}

import { join } from 'node:path';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run screens: writes screenshots of every screen, in each width, theme and language, to artifacts/. `-- --engines`: of the player, in
// Chromium, Firefox and WebKit.
const withEngines = process.argv.includes('--engines');
await provideTools({
  names: withEngines ? ['chromium', 'firefox', 'webkit', 'ffmpeg', 'gstreamer'] : ['chromium', 'ffmpeg'],
  withEngines,
  without: 'cannot run',
});
const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) {
  console.error(built.output);
  process.exit(1);
}
const { code } = await run(
  process.execPath,
  [join(root, withEngines ? 'e2e/engine-pictures.ts' : 'e2e/screens.ts'), ...process.argv.slice(2)],
  { show: true },
);
process.exitCode = code;

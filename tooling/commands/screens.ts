import { join } from 'node:path';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run screens: writes screenshots of every screen, in each width, theme and language, to artifacts/.
await provideTools({ names: ['chromium', 'ffmpeg'], without: 'cannot run' });
const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) {
  console.error(built.output);
  process.exit(1);
}
const { code } = await run(process.execPath, [join(root, 'e2e/screens.ts'), ...process.argv.slice(2)], { show: true });
process.exitCode = code;

import { join } from 'node:path';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run bench: compares every promised figure with its measurement, as a table and as JSON in artifacts/.
await provideTools({ names: ['chromium', 'ffmpeg', 'gstreamer', 'postgresql'], without: 'cannot run' });
const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) console.error(built.output);
const { code } = await run(process.execPath, [join(root, 'bench/run.ts'), ...process.argv.slice(2)], { show: true });
process.exitCode = code;

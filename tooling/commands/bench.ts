import { join } from 'node:path';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run bench: compares every promised figure with its measurement, as a table and as JSON in artifacts/.
const usual = ['chromium', 'ffmpeg', 'gstreamer', 'postgresql'] as const;
/** Without `--` before it, npm takes `--engine` for its own, and hands it on in the environment. */
const asked = [...process.argv, process.env['npm_config_engine'] ?? ''];
const engines = (['firefox', 'webkit'] as const).filter((engine) => asked.some((argument) => argument.includes(engine)));
await provideTools({ names: [...usual, ...engines], withEngines: engines.length > 0, without: 'cannot run' });
const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) console.error(built.output);
const { code } = await run(process.execPath, [join(root, 'bench/run.ts'), ...process.argv.slice(2)], { show: true });
process.exitCode = code;

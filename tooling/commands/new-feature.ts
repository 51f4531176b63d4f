import { root } from '../lib/root.ts';
import { createFeature } from '../new-feature/new-feature.ts';

// pnpm new:feature <name>
const name = process.argv[2];
if (name === undefined) {
  console.error('Usage: pnpm new:feature <name>, as in video-wall');
  process.exit(2);
}
try {
  for (const file of createFeature(root, name)) console.log(`wrote ${file}`);
  console.log(`Registered ${name} in features.json. Next: say what it "uses" there, then npm run check.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

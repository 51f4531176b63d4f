import { relative } from 'node:path';
import { afterEach } from 'vitest';
import { root } from '../../../tooling/lib/root.ts';
import { saveEvidence } from './evidence.ts';

// Loaded before each spec (vitest.config.ts). Its hook runs after those of the spec.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const reason = (task.result.errors ?? []).map((error) => error.stack ?? error.message).join('\n\n');
  await saveEvidence(relative(root, task.file.filepath), task.name, reason);
});

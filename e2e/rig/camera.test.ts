import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A check of the script's text: a run would need GStreamer and a machine too busy to encode, and until it had filled the memory it would
// look the same.
test('every source of the camera has a bounded queue that drops its oldest frames', async () => {
  const script = await readFile(join(import.meta.dirname, 'camera.py'), 'utf8');
  const sources = [...script.matchAll(/\bappsrc\b[^!]*/g)].map(([source]) => source);
  expect(sources.map((source) => /\bname=(\w+)/.exec(source)?.[1])).toEqual(['src', 'asrc']);
  for (const source of sources) {
    expect(source).toMatch(/\bmax-buffers=[1-9]\d*\b/);
    expect(source).toMatch(/\bleaky-type=downstream\b/);
  }
});

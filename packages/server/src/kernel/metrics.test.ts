import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMetrics, measureDisk } from './metrics.ts';

test('an idle event loop has no delay: Node’s intended pause between two samples does not count', async () => {
  const metrics = createMetrics();
  // The real clock is under test.
  await wait(300);
  const text = await metrics.registry.metrics();
  metrics.close();
  const median = Number(/event_loop_delay_seconds\{quantile="0\.5"\} (\S+)/.exec(text)?.[1]);
  expect(median).toBeLessThan(0.015);
});

test('the disk of the data folder: free and in all; a folder that is gone has no value', async () => {
  const metrics = createMetrics();
  measureDisk(metrics, tmpdir());
  const text = await metrics.registry.metrics();
  metrics.close();
  const { blocks, bsize } = await statfs(tmpdir());
  expect(text).toContain(`watchpost_data_disk_bytes{kind="size"} ${blocks * bsize}\n`);
  expect(Number(/data_disk_bytes\{kind="free"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(0);

  const gone = createMetrics();
  measureDisk(gone, join(tmpdir(), 'watchpost-no-such-folder'));
  expect(await gone.registry.metrics()).not.toMatch(/data_disk_bytes\{/);
  gone.close();
});

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('an idle event loop has no delay: Node’s intended pause between two samples does not count', async () => {
  const metrics = createMetrics();
  // The real clock is under test.
  await wait(300);
  const text = await metrics.registry.metrics();
  metrics.close();
  const median = Number(/event_loop_delay_seconds\{quantile="0\.5"\} (\S+)/.exec(text)?.[1]);
  expect(median).toBeLessThan(0.015);
});

import { expect, test } from 'vitest';
import { createMetrics } from '../kernel/metrics.ts';
import type { ServerRole } from '../kernel/settings/cluster-settings.ts';
import { measureRoles } from './cluster-module.ts';

test('a role that no node has is 1 in the metrics, as long as that lasts', async () => {
  const metrics = createMetrics();
  try {
    let missing: readonly ServerRole[] = [];
    measureRoles(metrics, () => missing);
    const read = async () => (await metrics.registry.metrics()).match(/^watchpost_role_missing.*$/gm);
    const line = (role: string, value: number): string => `watchpost_role_missing{role="${role}"} ${value}`;
    expect(await read()).toEqual([line('api', 0), line('media', 0), line('jobs', 0)]);
    missing = ['media'];
    expect(await read()).toEqual([line('api', 0), line('media', 1), line('jobs', 0)]);
    missing = [];
    expect(await read()).toEqual([line('api', 0), line('media', 0), line('jobs', 0)]);
  } finally {
    metrics.close();
  }
});

import { expect, test } from 'vitest';
import { createMetrics } from '../kernel/metrics.ts';
import type { ServerRole } from '../kernel/settings/cluster-settings.ts';
import { createWhereHeld, measureRoles } from './cluster-module.ts';

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

test('a change of a camera is applied by the node that holds it; another one makes that node read it', async () => {
  const warnings: unknown[] = [];
  const restarted: string[] = [];
  const log = { warn: (...of: readonly unknown[]) => void warnings.push(of[1]) };
  const cluster = {
    holds: (cameraId: string) => cameraId === 'mine',
    restart: async (cameraId: string) => {
      restarted.push(cameraId);
      if (cameraId === 'lost') throw new Error('The database is away.');
    },
  };
  const applied: string[] = [];
  const whereHeld = createWhereHeld(cluster, log);
  for (const cameraId of ['mine', 'elsewhere', 'lost']) whereHeld(cameraId, () => applied.push(cameraId));
  await expect.poll(() => warnings).toEqual(['Its node will not notice a change of a camera']);
  expect(applied).toEqual(['mine']);
  expect(restarted).toEqual(['elsewhere', 'lost']);

  createWhereHeld(null, log)('alone', () => applied.push('alone'));
  expect(applied).toEqual(['mine', 'alone']);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { ServerRole } from '../kernel/settings/cluster-settings.ts';
import { createModuleList, moduleRoles } from './module-list.ts';

const log = pino({ level: 'silent' });

describe('roles', () => {
  const startedBy = async (roles: readonly ServerRole[] | null): Promise<string[]> => {
    const started: string[] = [];
    const modules = createModuleList(log, roles);
    for (const name of ['mail', 'stream links', 'quality']) modules.add({ name, start: () => void started.push(name) });
    await modules.start();
    return started;
  };

  test.each<[readonly ServerRole[] | null, string[]]>([
    [null, ['mail', 'stream links', 'quality']],
    // Software that plays a camera by RTSP finds it at any node.
    [['api'], ['stream links', 'quality']],
    [['jobs'], ['mail', 'quality']],
    [['media'], ['stream links', 'quality']],
    [
      ['jobs', 'media'],
      ['mail', 'stream links', 'quality'],
    ],
  ])('a server with %j starts %j', async (roles, started) => {
    expect(await startedBy(roles)).toEqual(started);
  });

  test('every listed module exists', () => {
    const root = join(import.meta.dirname, '..');
    const sources = globSync('{app,features,media}/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
    expect(Object.keys(moduleRoles).filter((name) => !sources.some((source) => source.includes(`name: '${name}'`)))).toEqual([]);
  });
});

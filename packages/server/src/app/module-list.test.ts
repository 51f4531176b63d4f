import { systemClock } from '@watchpost/contract/timing/clock';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../kernel/config.ts';
import { jobPlaceOf } from '../kernel/module/job-place.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { ServerRole } from '../kernel/settings/cluster-settings.ts';
import { copyMigratedDatabase } from '../testing/database/migrated-database.ts';
import { createModuleList, moduleRoles, runsOn, type ModuleList } from './module-list.ts';
import { createModules } from './modules.ts';
import { createContext } from './server-context.ts';

const log = pino({ level: 'silent' });

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
])('a server with %j starts %j', async (roles, expected) => {
  const started: string[] = [];
  const modules = createModuleList(log, roles);
  for (const name of ['mail', 'stream links', 'quality']) modules.add({ name, start: () => void started.push(name) });
  await modules.start();
  expect(started).toEqual(expected);
});

describe('the modules of a server with everything that can be switched on', () => {
  let dataDir: string;
  let list: ModuleList;
  const modules: ServerModule[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'watchpost-modules-'));
    await copyMigratedDatabase(dataDir);
    list = createModuleList(log);
    const recorded: ModuleList = {
      ...list,
      add: (module) => {
        modules.push(module);
        return list.add(module);
      },
    };
    const settings = readConfig({ TELEGRAM_BOT_TOKEN: '123456789:AAExampleExampleExampleExampleExamp' });
    const context = await createContext(recorded, {
      config: { ...settings, dataDir, demo: false, demoPlans: true },
      clock: systemClock,
      log,
    });
    await createModules(recorded, context);
  });
  afterAll(async () => {
    await list.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const startedBy = (...roles: readonly ServerRole[]): string[] =>
    modules.flatMap((module) => (module.start && runsOn(module, roles) ? [module.name] : [])).toSorted();

  // Each notes what this node itself has seen, or deletes old rows, which may be done twice.
  const everywhere = ['api keys', 'embeds', 'operator', 'quality', 'viewings'];
  const own: Readonly<Record<ServerRole, readonly string[]>> = {
    // The bot's name, for the app; its messages are read by jobs.
    api: ['stream links', 'telegram'],
    media: ['home MQTT', 'stream links', 'timelapse'],
    // account: purges; billing: trials, renewals, dunning; notifications: push and alerts by e-mail; webhooks: their retention, too.
    jobs: ['account', 'billing', 'mail', 'notifications', 'telegram', 'webhooks'],
  };

  test.each<ServerRole>(['api', 'media', 'jobs'])('%s runs what it is there for, and no work of the others', (role) => {
    expect(startedBy(role)).toEqual([...everywhere, ...own[role]].toSorted());
  });

  test('all roles together run everything', () => {
    const all = modules.flatMap(({ name, start }) => (start ? [name] : [])).toSorted();
    expect(startedBy('api', 'media', 'jobs')).toEqual(all);
    expect(all).toEqual([...new Set([...everywhere, ...Object.values(own).flat()])].toSorted());
  });

  test('every module that is listed exists', () => {
    const names = new Set(modules.map(({ name }) => name));
    expect(Object.keys(moduleRoles).filter((name) => !names.has(name))).toEqual([]);
  });

  test('messages are sent by nodes with the role jobs alone', () => {
    const place = (...roles: readonly ServerRole[]): string => jobPlaceOf({ roles });
    expect([place('api'), place('media'), place('api', 'media'), place('jobs'), place('media', 'jobs')]).toEqual([
      'elsewhere',
      'elsewhere',
      'elsewhere',
      'here',
      'here',
    ]);
  });
});

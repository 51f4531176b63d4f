import { createManualClock } from '@watchpost/contract/testing';
import type { OperatorSettings, SettingName } from '@watchpost/contract/schemas/operator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../kernel/config.ts';
import { createLog } from '../../../kernel/log.ts';
import { createLiveSettings } from '../../../kernel/settings/live-settings.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { createOperatorSettings } from './operator-settings.ts';

const now = Date.UTC(2026, 10, 27, 12);

describeDatabases('settings of the operator’s page', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const startNode = async (variables: Readonly<Record<string, string>> = {}) => {
    const clock = createManualClock(now);
    const lines: string[] = [];
    const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
    const liveSettings = createLiveSettings(readConfig(variables), log);
    const service = createOperatorSettings({ db: database.db, clock, log, liveSettings, isShared: true });
    await service.start();
    return { clock, lines, log, config: liveSettings.config, service };
  };
  const find = ({ settings }: OperatorSettings, name: SettingName) => settings.find((setting) => setting.name === name);

  test('each says where it comes from: the program, the environment, the page; and returns to what it was', async () => {
    const { service, config } = await startNode({ WATCHPOST_ARCHIVE_DAYS: '14' });
    expect(find(await service.list(), 'archiveDays')).toEqual({
      name: 'archiveDays',
      variable: 'WATCHPOST_ARCHIVE_DAYS',
      value: '14',
      origin: 'environment',
      startValue: '14',
      changedAt: null,
    });
    expect(find(await service.list(), 'detectionCpu')).toMatchObject({ value: '0.5', origin: 'default' });
    const changed = await service.change('archiveDays', ' 30 ');
    expect(find(changed, 'archiveDays')).toMatchObject({ value: '30', origin: 'page', startValue: '14', changedAt: now });
    expect(config.archiveDays).toBe(30);
    expect(find(await service.change('archiveDays', null), 'archiveDays')).toMatchObject({ value: '14', origin: 'environment' });
    expect(config.archiveDays).toBe(14);
    service.stop();
  });

  test('what one node stores, others apply, also those that start later', async () => {
    const [one, two] = [await startNode(), await startNode()];
    await one.service.change('signUp', 'closed');
    await one.service.change('archiveGigabytes', '2000');
    await one.service.change('camerasPerAccount', '3');
    expect(two.config.signUp.mode).toBe('open');
    two.clock.advance(5000);
    await expect.poll(() => two.config.signUp.mode).toBe('closed');
    const three = await startNode({ WATCHPOST_ARCHIVE_GIGABYTES: '10' });
    for (const { config } of [one, two, three]) {
      expect(config).toMatchObject({ archiveBytes: 2e12, quotas: { cameras: 3, bytes: 1e11 } });
    }
    // No limit, although the environment has one.
    await three.service.change('archiveGigabytes', '');
    expect(three.config.archiveBytes).toBeNull();
    for (const { service } of [one, two, three]) service.stop();
  });

  test.each<[SettingName, string, RegExp]>([
    ['archiveDays', '1.5', /whole days/],
    ['archiveDays', '', /must not be empty/],
    ['archiveGigabytes', '0', /1 or more/],
    ['detectionCpu', '65', /64 or less/],
    ['timelapseCpu', '2', /1 or less/],
    ['signUp', 'anna@', /open, invited, closed/],
    ['updateCheck', 'perhaps', /1 or 0/],
    ['logLevel', 'loud', /trace, debug/],
  ])('%s is not set to %j', async (name, value, problem) => {
    const { service } = await startNode();
    await expect(service.change(name, value)).rejects.toMatchObject({
      code: 'invalid-request',
      details: { name, problem: expect.stringMatching(problem) },
    });
    expect(find(await service.list(), name)).toMatchObject({ origin: 'default' });
    service.stop();
  });

  test('the level of the log changes for those who log already', async () => {
    const { service, lines, log } = await startNode();
    const camera = log.child({ cameraId: 'cam_1' });
    camera.debug('unheard');
    await service.change('logLevel', 'debug');
    camera.debug('heard');
    await service.change('logLevel', null);
    camera.debug('unheard again');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['heard']);
    service.stop();
  });

  test('what a newer version stored is left alone, and what can’t be read is logged', async () => {
    const rows = [
      { name: 'fromTheFuture', value: '1', changed_at: 1 },
      { name: 'archiveDays', value: 'many', changed_at: 1 },
    ];
    await database.db.insertInto('server_settings').values(rows).execute();
    const { config, lines, service } = await startNode();
    expect(config.archiveDays).toBe(7);
    expect(lines.join()).toContain('must be a number of days');
    expect((await service.list()).settings.some(({ name }) => String(name) === 'fromTheFuture')).toBe(false);
    service.stop();
  });
});

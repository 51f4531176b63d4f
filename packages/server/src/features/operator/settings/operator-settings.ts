import { settingName, type OperatorSettings, type SettingName } from '@watchpost/contract/schemas/operator';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import { settingNames, type LiveSettings } from '../../../kernel/settings/live-settings.ts';

/** The settings that operators change while the server runs: stored for all nodes, applied by each. */
export interface OperatorSettingsService {
  list(): Promise<OperatorSettings>;
  /**
   * Changes one, here at once and on other nodes within five seconds.
   * @param value as it is written in the environment; null returns it to what the server started with
   * @throws {AppError} invalid-request, with what is wrong
   */
  change(name: SettingName, value: string | null): Promise<OperatorSettings>;
  /** Applies what is stored, and then, where nodes share the database, whatever another of them stores. */
  start(): Promise<void>;
  stop(): void;
}

export interface OperatorSettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly liveSettings: LiveSettings;
  /** Whether other servers use this database. */
  readonly isShared: boolean;
}

const readIntervalMs = 5000;

export function createOperatorSettings(deps: OperatorSettingsDeps): OperatorSettingsService {
  const { db, clock, log, liveSettings, isShared } = deps;
  let applied = '';
  let isFailing = false;
  let stopReading = (): void => undefined;

  /** Returns when each setting was changed; names that only a newer version knows are left out. */
  const apply = async (): Promise<ReadonlyMap<SettingName, number>> => {
    const rows = await db.selectFrom('server_settings').selectAll().orderBy('name').execute();
    const known = rows.flatMap(({ name, value, changed_at }) => {
      const parsed = settingName.safeParse(name).data;
      return parsed === undefined ? [] : [{ name: parsed, value, changedAt: changed_at }];
    });
    const state = JSON.stringify(known);
    if (state !== applied) {
      applied = state;
      liveSettings.apply(new Map(known.map(({ name, value }) => [name, value])));
    }
    return new Map(known.map(({ name, changedAt }) => [name, changedAt]));
  };
  const list = async (): Promise<OperatorSettings> => {
    const changed = await apply();
    return {
      settings: settingNames.map((name) => {
        const { isGiven, ...setting } = liveSettings.describe(name);
        const changedAt = changed.get(name) ?? null;
        return { name, ...setting, origin: changedAt !== null ? 'page' : isGiven ? 'environment' : 'default', changedAt };
      }),
    };
  };
  const follow = async (): Promise<void> => {
    try {
      await inBackground(apply);
      isFailing = false;
    } catch (error) {
      // What was read last stays in force.
      if (!isFailing) log.warn({ err: error }, 'Settings of the operator’s page cannot be read; retrying');
      isFailing = true;
    }
  };

  return {
    list,
    change: async (name, value) => {
      if (value === null) await db.deleteFrom('server_settings').where('name', '=', name).execute();
      else {
        const text = value.trim();
        const problem = liveSettings.problemOf(name, text);
        if (problem !== null) throw new AppError('invalid-request', { details: { name, problem } });
        const row = { value: text, changed_at: clock.now() };
        await db
          .insertInto('server_settings')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
      }
      return list();
    },
    start: async () => {
      await apply();
      if (isShared) stopReading = callEvery(clock, readIntervalMs, () => void follow());
    },
    stop: () => stopReading(),
  };
}

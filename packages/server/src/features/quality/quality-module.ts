import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { createQualityMetrics } from './quality-metrics.ts';
import { createQualityRepository, dayMs, dayOf } from './quality-repository.ts';
import { registerQualityRoutes } from './quality-routes.ts';
import { createQualityService } from './quality-service.ts';

export interface QualityModuleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'registry'>;
}

const keptDays = 30;
const pruneIntervalMs = 3_600_000;

/** Sums up what viewers' players report, and shows it to those who manage the cameras. */
export function createQualityModule({ db, clock, log, metrics }: QualityModuleDeps): ServerModule {
  const repository = createQualityRepository(db);
  const service = createQualityService({ db, clock, repository, metrics: createQualityMetrics(metrics) });
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  let pruning: Promise<void> | null = null;
  const prune = (): void => {
    const now = plausibleNow();
    pruning ??= inBackground(() => repository.deleteBefore(dayOf(now) - (keptDays - 1) * dayMs, now - dayMs))
      .catch((error: unknown) => log.warn({ err: error }, 'Old quality reports could not be deleted; retrying'))
      .finally(() => (pruning = null));
  };
  let stop = (): void => undefined;
  return {
    name: 'quality',
    routes: (app) => registerQualityRoutes(app, { service }),
    start: () => {
      stop = callEvery(clock, pruneIntervalMs, prune);
    },
    stop: async () => {
      stop();
      await pruning;
    },
  };
}

import type { ErrorCode } from '@watchpost/contract/kernel';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { ServerModule } from '../../../kernel/module/server-module.ts';
import type { RefusedSubject, ViewingTracker } from '../../../kernel/access/viewing.ts';
import { createAccessLogRetention } from './sharing-log-retention.ts';
import { registerAccessLogRoutes } from './sharing-log-routes.ts';
import { createAccessLogService, type AccessLogServiceDeps } from './sharing-log-service.ts';
import { createViewingLog } from './sharing-log-viewings.ts';
import { createAccessLogWriter } from './sharing-log-writer.ts';
import { createViewerPlaces } from './sharing-viewers.ts';

interface ViewingsModule extends ServerModule {
  readonly viewings: ViewingTracker;
  /** Returns how many viewers each link has now, by its id. */
  readonly viewerCounts: () => ReadonlyMap<string, number>;
}

interface ViewingsModuleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

const tickIntervalMs = 1000;
/** Errors by which a grant refuses something; a refused place is noted where it is refused. */
const refusedSubjects: Partial<Record<ErrorCode, RefusedSubject>> = { 'no-archive-access': 'archive', 'access-outside-hours': 'hours' };

/** Records who watches; must stop after everything that serves video. */
export function createViewingsModule({ db, clock, log }: ViewingsModuleDeps): ViewingsModule {
  const writer = createAccessLogWriter({ db, log });
  const places = createViewerPlaces({ clock });
  const viewings = createViewingLog({ clock, writer, places });
  const retention = createAccessLogRetention({ db, clock, log });
  let stopTimer = (): void => undefined;
  return {
    name: 'viewings',
    viewings,
    viewerCounts: places.countByLink,
    routes: (app) => {
      app.addHook('onResponse', async ({ camera, errorCode, headers }) => {
        const subject = errorCode === null ? undefined : refusedSubjects[errorCode];
        if (camera && subject) viewings.refuse(camera, subject, headers['user-agent']);
      });
    },
    start: async () => {
      // Entries that a crash left open are closed before the first viewer comes.
      await writer.flush();
      retention.start();
      stopTimer = callEvery(clock, tickIntervalMs, () => {
        viewings.tick();
        void writer.flush();
      });
    },
    stop: async () => {
      stopTimer();
      await retention.close();
      viewings.close();
      await writer.close();
    },
    cameraHooks: {
      remove: (cameraId) => {
        viewings.forget(cameraId);
        writer.forget(cameraId);
      },
    },
  };
}

/** Shows the access log to those who manage the cameras. */
export function createAccessLogModule(deps: AccessLogServiceDeps): ServerModule {
  const service = createAccessLogService(deps);
  return { name: 'access log', routes: (app) => registerAccessLogRoutes(app, { service }) };
}

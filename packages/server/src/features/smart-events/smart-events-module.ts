import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { EventsService } from '../events/index.ts';
import { registerSmartEventsRoutes } from './smart-events-routes.ts';
import { createSmartEventsService, type SmartEventsDeps } from './smart-events-service.ts';

interface SmartEventsModuleDeps extends SmartEventsDeps {
  readonly log: Logger;
  readonly events: Pick<EventsService, 'applyMotionDetection' | 'onMotionDetection'>;
}

/** Keeps what cameras recognise, and gives it to the recognition. */
export function createSmartEventsModule({ log, ...deps }: SmartEventsModuleDeps): ServerModule {
  const service = createSmartEventsService(deps);
  const failed = (cameraId: string) => (error: unknown) => log.error({ err: error, cameraId }, 'Smart events did not start');
  // Enabling motion can turn off what can't run beside it.
  deps.events.onMotionDetection((cameraId) => void service.apply(cameraId).catch(failed(cameraId)));
  return {
    name: 'smart events',
    routes: (app) => registerSmartEventsRoutes(app, { service }),
    cameraHooks: { start: ({ id }) => void service.start(id).catch(failed(id)), stop: service.stop },
  };
}

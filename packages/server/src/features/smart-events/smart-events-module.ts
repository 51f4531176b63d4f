import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { EventsService } from '../events/index.ts';
import type { ObjectRecognition } from './smart-events-port.ts';
import { registerSmartEventsRoutes } from './smart-events-routes.ts';
import { createSmartEventsService, type SmartEventsDeps, type SmartEventsService } from './smart-events-service.ts';
import { createTrials, type TrialsDeps } from './trials/smart-events-trials.ts';

interface SmartEventsModuleDeps extends SmartEventsDeps, TrialsDeps {
  readonly log: Logger;
  readonly objects: ObjectRecognition;
  readonly events: Pick<EventsService, 'applyMotionDetection' | 'onMotionDetection' | 'timeline'>;
}

/** Keeps what cameras recognise, and gives it to the recognition. */
export function createSmartEventsModule({
  log,
  ...deps
}: SmartEventsModuleDeps): ServerModule & { readonly smartEvents: SmartEventsService } {
  const service = createSmartEventsService(deps);
  const trials = createTrials({ ...deps, log });
  const failed = (cameraId: string) => (error: unknown) => log.error({ err: error, cameraId }, 'Smart events did not start');
  // Enabling motion can turn off what can't run beside it.
  deps.events.onMotionDetection((cameraId) => void service.apply(cameraId).catch(failed(cameraId)));
  return {
    name: 'smart events',
    smartEvents: service,
    routes: (app) => registerSmartEventsRoutes(app, { service, trials }),
    stop: trials.close,
    cameraHooks: {
      start: ({ id }) => void service.start(id).catch(failed(id)),
      stop: (cameraId) => {
        trials.stop(cameraId);
        service.stop(cameraId);
      },
    },
  };
}

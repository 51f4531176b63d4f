import { join } from 'node:path';
import type { ServerConfig } from '../../kernel/config.ts';
import type { CameraFence } from '../../kernel/module/camera-fence.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createGridDecoder } from '../../media/detection/grid-decoder.ts';
import { createMotionWatch, type Motion } from '../../media/detection/motion-watch.ts';
import type { FileCopies } from '../../media/object-store/file-copies.ts';
import type { StreamRegistry } from '../../media/stream/stream-registry.ts';
import { createEventsRepository } from './events-repository.ts';
import { registerEventsRoutes } from './events-routes.ts';
import { createEventsService, type EventsDeps, type EventsService } from './events-service.ts';

interface EventsModule extends ServerModule {
  readonly events: EventsService;
  /** Whether motion is detected here; false without the package that decodes pictures. */
  detectsMotion(): boolean;
  /** Receives motion from cameras that detect it by themselves. */
  onMotion(motion: Motion): void;
}

interface EventsModuleDeps extends Omit<EventsDeps, 'folder' | 'nodeId' | 'isNodeAlive' | 'copies' | 'motion'> {
  readonly config: Pick<ServerConfig, 'dataDir'>;
  /** This server among others; null where it runs alone. */
  readonly cluster: {
    readonly fence: Pick<CameraFence, 'nodeId'>;
    readonly isNodeAlive: (nodeId: string) => Promise<boolean>;
  } | null;
  /** Copies of files in the bucket; null without one. */
  readonly fileCopies: FileCopies | null;
  readonly streams: StreamRegistry;
  /** Called when motion begins or ends, before it is stored as an event. */
  readonly onMotion: (motion: Motion) => void;
}

/** Detects motion and stores it as events. */
export function createEventsModule({ config, cluster, fileCopies, streams, onMotion, ...deps }: EventsModuleDeps): EventsModule {
  const { clock, log } = deps;
  const decoder = createGridDecoder({ clock, log });
  const report = (detected: Motion): void => {
    onMotion(detected);
    events.onMotion(detected);
  };
  const motion = createMotionWatch({
    streams,
    decoder,
    clock,
    onMotion: report,
    onLevel: (cameraId, at, level) => events.onLevel(cameraId, at, level),
  });
  const folder = 'events';
  const { finished } = createEventsRepository(deps.db);
  const copies = fileCopies?.of({ folder, extension: 'jpg', finished });
  const events = createEventsService({
    ...deps,
    nodeId: cluster?.fence.nodeId,
    isNodeAlive: cluster?.isNodeAlive,
    copies,
    motion,
    folder: join(config.dataDir, folder),
  });
  return {
    name: 'events',
    events,
    detectsMotion: decoder.isAvailable,
    onMotion: report,
    routes: (app) => registerEventsRoutes(app, { service: events }),
    // Ends current motion as an event first.
    stop: async () => {
      motion.close();
      await events.close();
    },
    cameraHooks: {
      start: ({ id }) =>
        void events.start(id).catch((error: unknown) => log.error({ err: error, cameraId: id }, 'Motion detection did not start')),
      stop: motion.forget,
      remove: events.remove,
    },
  };
}

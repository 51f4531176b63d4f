import { join } from 'node:path';
import type { ServerConfig } from '../../kernel/config.ts';
import type { CameraFence } from '../../kernel/module/camera-fence.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { traced, type Tracer } from '../../kernel/telemetry/spans.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';
import type { FileCopies } from '../../media/object-store/file-copies.ts';
import { createCpuBudget } from '../../media/objects/cpu-budget.ts';
import type { Span } from '../../media/recording/spans.ts';
import { createFilms, type FilmDeps, type MakeFilm } from '../../media/timelapse/timelapse-film.ts';
import type { DownloadDeps } from '../archive/index.ts';
import type { EventsService } from '../events/index.ts';
import { createTimelapseAnnouncer, type TimelapseAnnounceDeps } from './timelapse-announce.ts';
import { createTimelapseFiles } from './timelapse-files.ts';
import { createTimelapseJobs } from './timelapse-jobs.ts';
import { createTimelapseRepository } from './timelapse-repository.ts';
import { registerTimelapseRoutes } from './timelapse-routes.ts';
import { createTimelapseService } from './timelapse-service.ts';

interface TimelapseModuleDeps extends Omit<TimelapseAnnounceDeps, 'files' | 'publicUrl'>, Pick<FilmDeps, 'playback'>, DownloadDeps {
  readonly events: Pick<EventsService, 'report' | 'withdraw'>;
  readonly config: Pick<ServerConfig, 'dataDir' | 'publicOrigin' | 'basePath' | 'telegram' | 'timelapseCpu'>;
  /** This server among others; null where it runs alone. */
  readonly cluster?: { readonly fence: Pick<CameraFence, 'nodeId'> } | null;
  /** Copies of files in the bucket; null without one. */
  readonly copies: FileCopies | null;
  /** Null unless traces are sent somewhere. */
  readonly tracer?: Tracer | null;
  /** Makes films otherwise, for tests. */
  readonly makeFilm?: MakeFilm;
}

interface TimelapseModule extends ServerModule {
  /** Deletes the films that show any of a range whose footage is deleted, with their events. */
  deleteRange(cameraId: string, range: Span): Promise<void>;
}

/** Films of whole days: made at night from what was recorded, by the node that holds the camera, and announced in the morning. */
export function createTimelapseModule(deps: TimelapseModuleDeps): TimelapseModule {
  const { config, clock, playback } = deps;
  const folder = 'timelapses';
  const { made } = createTimelapseRepository(deps.db);
  const copies = deps.copies?.of({ folder, extension: 'mp4', finished: made });
  const files = createTimelapseFiles(join(config.dataDir, folder), copies);
  const isAvailable = deps.makeFilm !== undefined || isEncoderInstalled();
  const budget = createCpuBudget({
    clock,
    get share() {
      return config.timelapseCpu;
    },
  });
  const make = deps.makeFilm ?? (isAvailable ? createFilms({ clock, playback, budget }) : null);
  const makeFilm = make && traced(deps.tracer, 'make film', make, 'internal');
  const service = createTimelapseService({
    ...deps,
    files,
    isAvailable,
    availableChannels: config.telegram ? ['push', 'telegram', 'email'] : ['push', 'email'],
  });
  const announce = createTimelapseAnnouncer({ ...deps, files, publicUrl: publicUrlOf(config) });
  const jobs = createTimelapseJobs({ ...deps, nodeId: deps.cluster?.fence.nodeId ?? null, makeFilm, files, announce });
  return {
    name: 'timelapse',
    routes: (app) => registerTimelapseRoutes(app, { ...deps, service }),
    deleteRange: async (cameraId, range) => {
      const repository = createTimelapseRepository(deps.db);
      for (const { eventId } of await repository.withdraw(cameraId, range, clock.now())) {
        await files.remove(cameraId, eventId);
        await deps.events.withdraw(cameraId, eventId);
        await repository.setEmpty(eventId);
      }
    },
    start: jobs.start,
    stop: jobs.close,
    cameraHooks: { remove: files.removeCamera },
  };
}

function isEncoderInstalled(): boolean {
  try {
    // Only checks that it exists; the process loads it.
    import.meta.resolve('node-av');
    return true;
  } catch {
    return false;
  }
}

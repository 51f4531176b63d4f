import { join } from 'node:path';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';
import { createCpuBudget } from '../../media/objects/cpu-budget.ts';
import { createFilms, type FilmDeps, type MakeFilm } from '../../media/timelapse/timelapse-film.ts';
import type { DownloadDeps } from '../archive/index.ts';
import { createTimelapseAnnouncer, type TimelapseAnnounceDeps } from './timelapse-announce.ts';
import { createTimelapseFiles } from './timelapse-files.ts';
import { createTimelapseJobs } from './timelapse-jobs.ts';
import { registerTimelapseRoutes } from './timelapse-routes.ts';
import { createTimelapseService } from './timelapse-service.ts';

interface TimelapseModuleDeps extends Omit<TimelapseAnnounceDeps, 'files' | 'publicUrl'>, Pick<FilmDeps, 'playback'>, DownloadDeps {
  readonly config: Pick<ServerConfig, 'dataDir' | 'publicOrigin' | 'basePath' | 'telegram' | 'timelapseCpu'>;
  /** Makes films otherwise, for tests. */
  readonly makeFilm?: MakeFilm;
}

/** Films of whole days: made at night from what was recorded, announced in the morning. */
export function createTimelapseModule(deps: TimelapseModuleDeps): ServerModule {
  const { config, clock, playback } = deps;
  const files = createTimelapseFiles(join(config.dataDir, 'timelapses'));
  const isAvailable = deps.makeFilm !== undefined || isEncoderInstalled();
  const makeFilm =
    deps.makeFilm ??
    (isAvailable ? createFilms({ clock, playback, budget: createCpuBudget({ clock, share: config.timelapseCpu }) }) : null);
  const service = createTimelapseService({
    ...deps,
    files,
    isAvailable,
    availableChannels: config.telegram ? ['push', 'telegram', 'email'] : ['push', 'email'],
  });
  const announce = createTimelapseAnnouncer({ ...deps, files, publicUrl: publicUrlOf(config) });
  const jobs = createTimelapseJobs({ ...deps, makeFilm, files, announce });
  return {
    name: 'timelapse',
    routes: (app) => registerTimelapseRoutes(app, { ...deps, service }),
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

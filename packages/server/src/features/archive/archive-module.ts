import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerArchiveRoutes, type ArchiveDeps } from './archive-routes.ts';

export function createArchivePlaybackModule(deps: ArchiveDeps): ServerModule {
  return { name: 'archive playback', routes: (app) => registerArchiveRoutes(app, deps) };
}

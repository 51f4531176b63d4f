import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerBookmarksRoutes } from './bookmarks-routes.ts';
import { createSavedClipsService } from './bookmarks-clips-service.ts';
import { createBookmarksService, type BookmarksDeps } from './bookmarks-service.ts';

export function createBookmarksModule(deps: BookmarksDeps): ServerModule {
  const service = createBookmarksService(deps);
  const clips = createSavedClipsService(deps);
  return { name: 'bookmarks', routes: (app) => registerBookmarksRoutes(app, { service, clips }) };
}

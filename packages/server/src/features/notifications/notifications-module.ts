import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerNotificationsRoutes } from './notifications-routes.ts';
import { createNotificationsService, type NotificationsDeps, type NotificationsService } from './notifications-service.ts';

interface NotificationsModule extends ServerModule {
  readonly notifications: NotificationsService;
}

export function createNotificationsModule(deps: NotificationsDeps): NotificationsModule {
  const notifications = createNotificationsService(deps);
  return {
    name: 'notifications',
    notifications,
    routes: (app) => registerNotificationsRoutes(app, { service: notifications }),
    start: notifications.start,
    stop: notifications.close,
  };
}

export type { CameraEvent } from './notifications-messages.ts';
export type { PushResult } from './notifications-queue.ts';
export { registerNotificationsRoutes } from './notifications-routes.ts';
export { createNotificationsService } from './notifications-service.ts';
export type { NotificationsDeps, NotificationsService } from './notifications-service.ts';
export { createStatusWatch } from './status/notifications-status-watch.ts';

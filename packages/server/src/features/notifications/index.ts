export type { CameraEvent } from './notifications-messages.ts';
export { createNotificationsModule } from './notifications-module.ts';
export type { PushResult } from './notifications-queue.ts';
export { createNotificationsService } from './notifications-service.ts';
export type { NotificationsService } from './notifications-service.ts';
export { createStatusWatch } from './status/notifications-status-watch.ts';
export { notSetUp, type TestChannel } from './self-test/notifications-self-test.ts';

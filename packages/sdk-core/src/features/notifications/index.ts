export { createNotificationsApi } from './notifications-api.ts';
export { readPushNotice } from './notifications-message.ts';
export type { PushNotice } from './notifications-message.ts';
export type {
  FirebaseMessagingPort,
  NotificationPermissionName,
  PushBrowserPort,
  PushPorts,
  PushRegistrationPort,
  PushStorePort,
  PushSubscriptionData,
} from './notifications-ports.ts';
export type { NotificationsApi, PushConnection, PushPermission, PushState } from './notifications-types.ts';

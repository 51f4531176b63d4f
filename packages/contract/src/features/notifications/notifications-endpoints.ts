import type { Endpoint } from '../../kernel/endpoint.ts';

/** How this server delivers push messages. The specification doesn't define the source of the keys. */
export const getPushConfiguration = { method: 'GET', path: '/public/api/v1/pushnotifications/configuration' } as const satisfies Endpoint;
export const subscribeToPush = { method: 'POST', path: '/public/api/v1/pushnotifications/subscription' } as const satisfies Endpoint;
export const unsubscribeFromPush = { method: 'DELETE', path: '/public/api/v1/pushnotifications/subscription' } as const satisfies Endpoint;
/** Sends a test message to the caller's device. */
export const sendTestPush = { method: 'POST', path: '/public/api/v1/pushnotifications/test' } as const satisfies Endpoint;
/** The caller's notification settings for one camera. */
export const getCameraNotifications = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings',
} as const satisfies Endpoint;
export const updateCameraNotifications = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings',
} as const satisfies Endpoint;
/** The caller's notification settings for one event type of one camera. */
export const getEventNotifications = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings',
} as const satisfies Endpoint;
export const updateEventNotifications = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings',
} as const satisfies Endpoint;
/** Sends one message through each of the caller's channels, and says what broke. The specification doesn't show it. */
export const testNotifications = { method: 'POST', path: '/public/api/v3/customers/notification-tests' } as const satisfies Endpoint;

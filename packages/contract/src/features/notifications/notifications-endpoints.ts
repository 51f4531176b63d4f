import type { Endpoint } from '../../kernel/endpoint.ts';

/** How this server delivers push messages; the specification leaves open where the keys come from. */
export const getPushConfiguration = { method: 'GET', path: '/public/api/v1/pushnotifications/configuration' } as const satisfies Endpoint;
export const subscribeToPush = { method: 'POST', path: '/public/api/v1/pushnotifications/subscription' } as const satisfies Endpoint;
export const unsubscribeFromPush = { method: 'DELETE', path: '/public/api/v1/pushnotifications/subscription' } as const satisfies Endpoint;
/** Sends one message to the caller's own device, so that a person can see that it works. */
export const sendTestPush = { method: 'POST', path: '/public/api/v1/pushnotifications/test' } as const satisfies Endpoint;
/** What the caller is told of one camera. */
export const getCameraNotifications = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const satisfies Endpoint;
export const updateCameraNotifications = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const satisfies Endpoint;

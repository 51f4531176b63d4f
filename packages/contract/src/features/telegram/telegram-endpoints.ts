import type { Endpoint } from '../../kernel/endpoint.ts';

/** Creates a code that links a chat to the caller's account. 404 on a server without a bot, as for all of these. */
export const createTelegramToken = { method: 'POST', path: '/public/api/v2/cameraphone/telegram/auth/token' } as const satisfies Endpoint;
/** The caller's chats, deactivated ones included. */
export const listTelegramChats = { method: 'GET', path: '/public/api/v2/cameraphone/telegram-chats' } as const satisfies Endpoint;
/** Deactivates a chat: nothing is sent there until it is linked again. */
export const disableTelegramChat = {
  method: 'PUT',
  path: '/public/api/v2/cameraphone/telegram-chats/{chatId}/disable',
} as const satisfies Endpoint;
/** Which events of a camera one of the caller's chats receives. The specification has no call that reads them. */
export const getTelegramChatNotifications = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/telegram-chats/{chatId}/notification-settings',
} as const satisfies Endpoint;
export const updateTelegramChatNotifications = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/telegram-chats/{chatId}/notification-settings',
} as const satisfies Endpoint;
/** Called by Telegram where the operator chose webhooks; 404 without the secret that Telegram was given. */
export const receiveTelegramUpdate = { method: 'POST', path: '/public/api/v3/telegram/updates' } as const satisfies Endpoint;

import {
  createTelegramToken,
  disableTelegramChat,
  getTelegramChatNotifications,
  listTelegramChats,
  receiveTelegramUpdate,
  updateTelegramChatNotifications,
} from '@watchpost/contract/endpoints/telegram';
import {
  telegramChatEventParameters,
  telegramChatNotificationsSchema,
  telegramChatParameters,
  telegramChatsSchema,
  telegramTokenSchema,
  updateTelegramChatNotificationsBody,
} from '@watchpost/contract/schemas/telegram';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import { sameText } from '../../kernel/tokens.ts';
import type { TelegramService } from './telegram-service.ts';

export interface TelegramRoutesDeps {
  readonly service: TelegramService;
  /** Null where updates are read by long polling. */
  readonly webhook: { readonly secret: string; readonly receive: (update: unknown) => Promise<void> } | null;
}

/** An update has at most a few kilobytes, but texts of 4096 characters are escaped. */
const maxUpdateBytes = 256 * 1024;
const secretHeader = 'x-telegram-bot-api-secret-token';

/** @param deps null on a server without a bot: all calls answer 404 */
export function registerTelegramRoutes(app: FastifyInstance, deps: TelegramRoutesDeps | null): void {
  const service = (): TelegramService => {
    if (!deps) throw new AppError('not-found');
    return deps.service;
  };

  registerRoute(
    app,
    createTelegramToken,
    { access: 'session', response: { 200: telegramTokenSchema }, summary: 'Creates a code that links a Telegram chat to the account' },
    ({ viewer }) => service().createToken(viewer.customerId),
  );

  registerRoute(
    app,
    listTelegramChats,
    { access: 'session', response: { 200: telegramChatsSchema }, summary: 'The caller’s Telegram chats, deactivated ones included' },
    ({ viewer }) => service().chats(viewer.customerId),
  );

  registerRoute(
    app,
    disableTelegramChat,
    {
      access: 'session',
      params: telegramChatParameters,
      response: { 204: z.undefined() },
      summary: 'Deactivates a chat: nothing is sent there until it is linked again',
    },
    ({ viewer, params }) => service().disable(viewer.customerId, params.chatId),
  );

  registerRoute(
    app,
    getTelegramChatNotifications,
    {
      access: 'camera',
      params: telegramChatEventParameters,
      response: { 200: telegramChatNotificationsSchema },
      summary: 'Whether one of the caller’s chats receives events of this type from this camera',
    },
    ({ camera, params }) => service().notifications({ ...params, customerId: camera.customerId, cameraId: camera.cameraId }),
  );

  registerRoute(
    app,
    updateTelegramChatNotifications,
    {
      access: 'camera',
      params: telegramChatEventParameters,
      body: updateTelegramChatNotificationsBody,
      response: { 200: telegramChatNotificationsSchema },
      summary: 'Changes these settings',
    },
    ({ camera, params, body }) =>
      service().updateNotifications({ ...params, customerId: camera.customerId, cameraId: camera.cameraId }, body.isEnabled),
  );

  registerRoute(
    app,
    receiveTelegramUpdate,
    {
      access: 'public',
      bodyLimit: maxUpdateBytes,
      body: z.unknown(),
      response: { 204: z.undefined() },
      summary: 'Called by Telegram, with the secret that it was given',
    },
    async ({ request, body }) => {
      const secret = request.headers[secretHeader];
      // A sender that does not know the secret learns nothing, not even whether there is a bot.
      if (!deps?.webhook || typeof secret !== 'string' || !sameText(secret, deps.webhook.secret)) throw new AppError('not-found');
      await deps.webhook.receive(body);
    },
  );
}

import {
  createTelegramToken,
  disableTelegramChat,
  listTelegramChats,
  updateTelegramChatNotifications,
} from '@watchpost/contract/endpoints/telegram';
import { telegramTokenSchema } from '@watchpost/contract/schemas/telegram';
import { expect, test } from 'vitest';
import { buildTelegramChat, createTestClient, signIn } from '../../testing/index.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  parts.server.telegramChats = [buildTelegramChat()];
  return parts;
}

test('a code is requested again each time, and the request can be aborted', async () => {
  const { client, server } = await signedIn();
  const first = telegramTokenSchema.parse(await client.telegram.createToken());
  expect(first.botName).toBe('watchpost_bot');
  expect((await client.telegram.createToken()).token).not.toBe(first.token);
  const aborted = new AbortController();
  const request = client.telegram.createToken({ signal: aborted.signal });
  aborted.abort();
  await expect(request).rejects.toMatchObject({ code: 'aborted' });
  server.answerNext(createTelegramToken, 'too-many-requests');
  await expect(client.telegram.createToken()).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('chats are listed and deactivated', async () => {
  const { client, server } = await signedIn();
  const [chat] = (await client.telegram.chats()) ?? [];
  expect(chat).toMatchObject({ id: 'chat-1', isEnabled: true });
  await client.telegram.disable('chat-1');
  expect(server.requestsTo(disableTelegramChat)).toHaveLength(1);
  expect(await client.telegram.chats()).toMatchObject([{ id: 'chat-1', isEnabled: false }]);
  await expect(client.telegram.disable('other')).rejects.toMatchObject({ code: 'not-found' });
});

test('a server without a bot has no chats; any other error reaches the caller', async () => {
  const { client, server } = await signedIn();
  server.telegramChats = null;
  expect(await client.telegram.chats()).toBeNull();
  await expect(client.telegram.createToken()).rejects.toMatchObject({ code: 'not-found' });
  server.answerNext(listTelegramChats, 'unavailable');
  await expect(client.telegram.chats()).rejects.toMatchObject({ code: 'unavailable' });
});

test('what a chat receives is read and changed by camera and type', async () => {
  const { client, server } = await signedIn();
  const events = { cameraId: 'yard', eventType: 'motion', chatId: 'chat-1' } as const;
  expect(await client.telegram.notifications(events)).toEqual({ isEnabled: true });
  expect(await client.telegram.updateNotifications(events, { isEnabled: false })).toEqual({ isEnabled: false });
  expect(await client.telegram.notifications(events)).toEqual({ isEnabled: false });
  expect(await client.telegram.notifications({ ...events, eventType: 'human' })).toEqual({ isEnabled: true });
  expect(server.requestsTo(updateTelegramChatNotifications)[0]?.path).toBe(
    '/public/api/v2/cameraphone/cameras/yard/event-types/motion/telegram-chats/chat-1/notification-settings',
  );
});

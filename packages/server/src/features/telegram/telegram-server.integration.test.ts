import { createTelegramToken, listTelegramChats, receiveTelegramUpdate } from '@watchpost/contract/endpoints/telegram';
import { telegramChatsSchema, telegramTokenSchema } from '@watchpost/contract/schemas/telegram';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { botName, botToken, startBotApiDouble, type BotApiDouble } from '../../testing/telegram/bot-api-double.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const anna = { id: 11, name: 'Anna' };

describe('a whole server', () => {
  let telegram: BotApiDouble;
  let server: TestServer;
  beforeEach(async () => {
    telegram = await startBotApiDouble();
  });
  afterEach(async () => {
    await server.close();
    await telegram.close();
  });

  const settingsOf = (usesWebhook: boolean) => ({ telegram: { token: botToken, apiOrigin: telegram.origin, usesWebhook } });
  /** Links a chat through the calls of the app. */
  const link = async (): Promise<void> => {
    const { headers } = await server.signIn('anna@example.com');
    await expect.poll(() => telegram.calls('setMyCommands')).toBe(2);
    const answer = telegramTokenSchema.parse(await (await server.call(createTelegramToken, { headers })).json());
    expect(answer.botName).toBe(botName);
    telegram.write(anna, `/start ${answer.token}`);
    await expect.poll(() => telegram.sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^“Anna” is linked/)]);
    const chats = telegramChatsSchema.parse(await (await server.call(listTelegramChats, { headers })).json());
    expect(chats).toMatchObject([{ name: 'Anna', isEnabled: true }]);
  };

  test('links a chat by long polling, and goes on after a restart', async () => {
    server = await startTestServer(settingsOf(false));
    await link();
    server = await server.restart();
    telegram.write(anna, '/quiet off');
    await expect.poll(() => telegram.sent.at(-1)?.text).toBe('Alerts are on.');
    expect([telegram.sent.length, telegram.calls('setWebhook'), telegram.faults]).toEqual([2, 0, []]);
  });

  test('links a chat by a webhook, which answers nobody without its secret', async () => {
    server = await startTestServer(settingsOf(false));
    // The address is known only now: the server is started once more, at the same one.
    const port = Number(new URL(server.url).port);
    await server.close();
    server = await startTestServer({ ...settingsOf(true), port, publicOrigin: server.url });
    await link();
    expect(telegram.calls('getUpdates')).toBeLessThanOrEqual(1);
    const forged = { update_id: 1_000_000, message: { chat: { id: 12, type: 'private' }, from: { id: 12 }, text: '/start' } };
    for (const headers of [{}, { 'x-telegram-bot-api-secret-token': 'guessed' }])
      expect((await server.call(receiveTelegramUpdate, { body: forged, headers })).status).toBe(404);
    // An update that Telegram sends again has no second effect.
    telegram.repeat();
    await expect.poll(() => telegram.pending).toBe(0);
    expect(telegram.sent).toHaveLength(1);
  });

  test('without a token has no bot, and says so to nobody', async () => {
    server = await startTestServer();
    const { headers } = await server.signIn('anna@example.com');
    expect((await server.call(listTelegramChats, { headers })).status).toBe(404);
    expect((await server.call(createTelegramToken, { headers })).status).toBe(404);
    expect((await server.call(receiveTelegramUpdate, { body: {} })).status).toBe(404);
    expect(server.logLines.join('\n')).not.toMatch(/Telegram/);
  });
});

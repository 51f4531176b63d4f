import { expect, test } from 'vitest';
import { telegramCodeAlphabet } from '../../protocols/telegram-protocol.ts';
import { telegramChatSchema, telegramTokenSchema, updateTelegramChatNotificationsBody } from './telegram-schemas.ts';

test('a code has two halves of four characters that are not mistaken for each other', () => {
  const answer = { expiresAt: 600_000, botName: 'watchpost_bot' };
  expect(telegramTokenSchema.safeParse({ ...answer, token: '4F7K9QX2' }).success).toBe(true);
  for (const token of ['', '4F7K', '4F7K-9QX2']) expect(telegramTokenSchema.safeParse({ ...answer, token }).success).toBe(false);
  expect(telegramCodeAlphabet).not.toMatch(/[01OIAEUY]/);
  expect(new Set(telegramCodeAlphabet).size).toBe(telegramCodeAlphabet.length);
});

test('a chat has the fields of the specification', () => {
  const chat = {
    id: 'tgc_1',
    name: 'Night guards',
    kind: 'group',
    updatedAt: 5,
    isEnabled: true,
    isBlockedInChat: false,
    isKickedFromChat: false,
  };
  expect(telegramChatSchema.parse(chat)).toEqual(chat);
  const { isKickedFromChat: _, ...rest } = chat;
  expect(telegramChatSchema.safeParse(rest).success).toBe(false);
});

test('settings of a chat have no other field', () => {
  expect(updateTelegramChatNotificationsBody.safeParse({ isEnabled: false }).success).toBe(true);
  expect(updateTelegramChatNotificationsBody.safeParse({ isEnabled: false, chatId: 'x' }).success).toBe(false);
  expect(updateTelegramChatNotificationsBody.safeParse({}).success).toBe(false);
});

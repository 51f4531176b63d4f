import { expect, test } from 'vitest';
import { failureOf, type TelegramRefusal } from './telegram-failures.ts';

const refusal = (code: number, description: string, more: Partial<TelegramRefusal> = {}): TelegramRefusal => ({
  code,
  description,
  retryAfterSeconds: undefined,
  movedTo: undefined,
  ...more,
});

test.each([
  [403, 'Forbidden: bot was blocked by the user', 'blocked'],
  [403, 'Forbidden: user is deactivated', 'blocked'],
  [403, 'Forbidden: bot was kicked from the group chat', 'kicked'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'kicked'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'kicked'],
  [403, 'Forbidden: something new', 'kicked'],
  [400, 'Bad Request: chat not found', 'kicked'],
  [400, 'Bad Request: group chat was deactivated', 'kicked'],
  [400, 'Bad Request: not enough rights to send photos to the chat', 'kicked'],
  [400, 'Bad Request: message caption is too long', 'refused'],
  [400, 'Bad Request: IMAGE_PROCESS_FAILED', 'refused'],
  [400, 'Bad Request: message to edit not found', 'refused'],
  [400, 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same', 'unchanged'],
  [401, 'Unauthorized', 'unauthorized'],
  [404, 'Not Found', 'unauthorized'],
  [409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running', 'conflict'],
  [500, 'Internal Server Error', 'unreachable'],
  [502, 'Bad Gateway', 'unreachable'],
] as const)('%i %s: %s', (code, description, kind) => {
  expect(failureOf(refusal(code, description))).toEqual({ kind });
});

test('a flood says for how long, within reason', () => {
  const flood = (retryAfterSeconds?: number) => failureOf(refusal(429, 'Too Many Requests: retry later', { retryAfterSeconds }));
  expect(flood(12)).toEqual({ kind: 'too-many', retryAfterMs: 12_000 });
  expect(flood()).toEqual({ kind: 'too-many', retryAfterMs: 5000 });
  expect(flood(1e9)).toEqual({ kind: 'too-many', retryAfterMs: 3_600_000 });
});

test('a group that became a supergroup names its new id', () => {
  const answer = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { movedTo: -1001234567890 });
  expect(failureOf(answer)).toEqual({ kind: 'moved', chatId: '-1001234567890' });
});

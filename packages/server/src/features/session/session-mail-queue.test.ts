import { expect, test } from 'vitest';
import type { Mail } from '../../adapters/mail/port.ts';
import { createLog } from '../../kernel/log.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { codeLetter } from './session-mail.ts';
import { createMailQueue } from './session-mail-queue.ts';

const log = createLog({ level: 'silent', format: 'json' });

test('letters go out after the answer, in order; a failed one is tried again', async () => {
  const clock = createManualClock();
  const sent: string[] = [];
  let failures = 1;
  const send = async ({ subject }: Mail): Promise<void> => {
    if (failures-- > 0) throw new Error('the server is away');
    sent.push(subject);
  };
  const queue = createMailQueue({ mailer: { send, close: async () => undefined }, clock, log });
  queue.add(codeLetter('a@example.com', '111111', 'en'));
  queue.add(codeLetter('a@example.com', '222222', 'ru'));
  expect(sent).toEqual([]);
  clock.advance(0);
  await expect.poll(() => sent).toEqual(['222222 — ваш код входа в Watchpost']);
  clock.advance(1000);
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toBe('111111 is your Watchpost sign-in code');
  await queue.close();
  expect(clock.pending).toBe(0);
});

test('the letter says the code in text and HTML', () => {
  for (const locale of ['en', 'ru'] as const) {
    const { subject, text, html } = codeLetter('a@example.com', '493028', locale);
    for (const part of [subject, text, html]) expect(part).toContain('493028');
  }
});

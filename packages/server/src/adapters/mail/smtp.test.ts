import { expect, test } from 'vitest';
import { composeEmailMessage } from '../../kernel/email-messages/email-message.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { MailRefusedError, type Mail } from './port.ts';
import { checkSmtp, createSmtpMailer } from './smtp.ts';

const emailMessage = composeEmailMessage({
  locale: 'ru',
  subject: '493028 — ваш код входа в Watchpost, очень длинная строка темы, которую почтовый протокол обязан разбить на несколько частей',
  heading: 'Вход в Watchpost',
  parts: [
    { kind: 'text', text: `Ёлка, объём, «кавычки» — ${'много слов подряд '.repeat(80)}` },
    { kind: 'code', code: '493028' },
    { kind: 'quote', text: '.\r\n..\r\nточка в начале строки не кончает письма' },
  ],
});
const mail: Mail = { to: 'anna@example.com', ...emailMessage };

async function withMailServer(run: (server: MailServer) => Promise<void>): Promise<void> {
  const server = await startMailServer();
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

test('an e-mail message arrives complete: Russian subject, text and HTML, with its sender, recipient and id', () =>
  withMailServer(async ({ url, received }) => {
    const mailer = createSmtpMailer({ url: url(), from: 'Watchpost <no-reply@cams.example>' });
    await mailer.send({ ...mail, replyTo: 'boris@example.com' }, 'mail_1');
    await mailer.close();
    expect(received).toHaveLength(1);
    const [{ from, to, user, emailMessage: arrived } = received[0] ?? expect.fail('nothing arrived')] = received;
    expect({ from, to, user }).toEqual({ from: 'no-reply@cams.example', to: ['anna@example.com'], user: 'robot' });
    expect(arrived.subject).toBe(emailMessage.subject);
    expect(arrived.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(emailMessage.text.trimEnd());
    expect(arrived.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(emailMessage.html.trimEnd());
    expect(arrived.from).toMatchObject({ name: 'Watchpost', address: 'no-reply@cams.example' });
    expect(arrived.replyTo?.map(({ address }) => address)).toEqual(['boris@example.com']);
    expect(arrived.messageId).toBe('<mail_1@cams.example>');
    expect(arrived.attachments).toEqual([]);
    expect(arrived.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  }));

test('consecutive e-mail messages share one connection', () =>
  withMailServer(async ({ url, received, connections }) => {
    const mailer = createSmtpMailer({ url: url(), from: 'no-reply@cams.example' });
    for (const id of ['mail_1', 'mail_2', 'mail_3']) await mailer.send(mail, id);
    await mailer.close();
    expect([received.length, connections()]).toEqual([3, 1]);
  }));

test('a connection that the server closed is replaced transparently', async () => {
  const server = await startMailServer({ idleTimeoutMs: 700 });
  const mailer = createSmtpMailer({ url: server.url(), from: 'no-reply@cams.example' });
  try {
    await mailer.send(mail, 'mail_1');
    await expect.poll(server.open, { timeout: 10_000 }).toBe(0);
    await mailer.send(mail, 'mail_2');
    expect([server.received.length, server.connections()]).toEqual([2, 2]);
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('an address can’t add a second recipient or a header', () =>
  withMailServer(async ({ url, received }) => {
    const mailer = createSmtpMailer({ url: url(), from: 'no-reply@cams.example' });
    const send = (over: Partial<Mail>) => mailer.send({ ...mail, ...over }, 'mail_1').catch(() => undefined);
    await send({ to: 'anna@example.com, eve@example.com' });
    await send({ to: 'anna@example.com\r\nBcc: eve@example.com' });
    await send({ replyTo: 'anna@example.com\r\nBcc: eve@example.com' });
    await send({ subject: 'Hello\r\nBcc: eve@example.com' });
    await mailer.close();
    for (const { to, emailMessage: arrived } of received) {
      expect(to).not.toContain('eve@example.com');
      expect(arrived.bcc).toBeUndefined();
      expect(arrived.headers.map(({ key }) => key)).not.toContain('bcc');
    }
    expect(received.length).toBeGreaterThan(0);
  }));

test('a permanently refused recipient is distinguished from a temporarily refused one', () =>
  withMailServer(async ({ url }) => {
    const mailer = createSmtpMailer({ url: url(), from: 'no-reply@cams.example' });
    await expect(mailer.send({ ...mail, to: 'nobody@example.com' }, 'mail_1')).rejects.toBeInstanceOf(MailRefusedError);
    await expect(mailer.send({ ...mail, to: 'later@example.com' }, 'mail_2')).rejects.not.toBeInstanceOf(MailRefusedError);
    await mailer.close();
  }));

test('a wrong password is a configuration error: the e-mail message stays queued', () =>
  withMailServer(async ({ url }) => {
    const mailer = createSmtpMailer({ url: url('wrong'), from: 'no-reply@cams.example' });
    const error: unknown = await mailer.send(mail, 'mail_1').catch((reason: unknown) => reason);
    await mailer.close();
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefusedError);
  }));

test('a check verifies that the server accepts our sign-in, without sending anything', () =>
  withMailServer(async ({ url, received }) => {
    await expect(checkSmtp(url())).resolves.toBeUndefined();
    const refusal: unknown = await checkSmtp(url('wrong')).catch((reason: unknown) => reason);
    expect(String(refusal)).toContain('Wrong password');
    expect(received).toEqual([]);
    await expect(checkSmtp('smtp://127.0.0.1:1')).rejects.toThrow(/ECONNREFUSED/);
  }));

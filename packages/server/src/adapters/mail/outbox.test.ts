import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createLog } from '../../kernel/log.ts';
import { createOutboxMailer } from './outbox.ts';

test('an e-mail message is a readable file for the owner only, and a line in the log; a hostile address adds no header', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchpost-outbox-'));
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
  try {
    const mailer = createOutboxMailer({
      directory: join(directory, 'outbox'),
      from: 'Watchpost <no-reply@localhost>',
      clock: createManualClock(),
      log,
    });
    await mailer.send(
      { to: '../../a\r\nBcc: x@y.example', subject: '123456 — ваш код', text: 'Код 123456', html: '<p>Код 123456</p>' },
      'mail_1',
    );
    const [name = ''] = await readdir(join(directory, 'outbox'));
    expect(name).toMatch(/^[\w.+@-]+\.eml$/);
    const file = join(directory, 'outbox', name);
    const emailMessage = await readFile(file, 'utf8');
    expect(emailMessage).toContain('\r\nSubject: 123456 — ваш код\r\n');
    expect(emailMessage).not.toMatch(/^Bcc:/m);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(lines.join('')).toContain('123456 — ваш код');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('user text can’t start a MIME part or a header', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchpost-outbox-'));
  try {
    const mailer = createOutboxMailer({
      directory,
      from: 'Watchpost <no-reply@localhost>',
      clock: createManualClock(),
      log: createLog({ level: 'silent', format: 'json' }),
    });
    const hostile = '--=_watchpost\nContent-Type: text/html\n\n<script>alert(1)</script>\n--=_watchpost--\nBcc: eve@example.com';
    await mailer.send(
      {
        to: 'anna@example.com',
        replyTo: 'boris@example.com\r\nBcc: eve@example.com',
        subject: 'Отзыв\r\nBcc: eve@example.com',
        text: hostile,
        html: '<p>Отзыв</p>',
      },
      'mail_1',
    );
    const [name = ''] = await readdir(directory);
    const emailMessage = await PostalMime.parse(await readFile(join(directory, name)));
    expect(emailMessage.text?.replaceAll('\r\n', '\n').trim()).toBe(hostile);
    expect(emailMessage.html?.trim()).toBe('<p>Отзыв</p>');
    expect([emailMessage.bcc, emailMessage.attachments]).toEqual([undefined, []]);
    expect(emailMessage.subject).toBe('Отзыв Bcc: eve@example.com');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('e-mail messages are deleted after 30 days', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchpost-outbox-'));
  const clock = createManualClock();
  const day = 24 * 60 * 60_000;
  try {
    const mailer = createOutboxMailer({
      directory,
      from: 'Watchpost <no-reply@localhost>',
      clock,
      log: createLog({ level: 'silent', format: 'json' }),
    });
    const send = (to: string) => mailer.send({ to, subject: 'x', text: 'x', html: 'x' }, 'mail_1');
    const readers = async () => (await readdir(directory)).sort().map((name) => name.split('-').slice(7).join('-'));
    await writeFile(join(directory, '1999-note.txt'), 'not ours');
    await send('first@example.com');
    clock.advance(15 * day);
    await send('second@example.com');
    clock.advance(15 * day);
    await send('third@example.com');
    expect(await readers()).toEqual(['', 'first@example.com.eml', 'second@example.com.eml', 'third@example.com.eml']);
    clock.advance(day);
    await send('fourth@example.com');
    expect(await readers()).toEqual(['', 'second@example.com.eml', 'third@example.com.eml', 'fourth@example.com.eml']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('pictures are inside the message', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchpost-outbox-'));
  try {
    const mailer = createOutboxMailer({
      directory,
      from: 'Watchpost <no-reply@localhost>',
      clock: createManualClock(),
      log: createLog({ level: 'silent', format: 'json' }),
    });
    const jpeg = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));
    const pictures = [{ contentId: 'camera-1', base64: jpeg.toString('base64') }];
    await mailer.send({ to: 'anna@example.com', subject: 'x', text: 'Yard', html: '<img src="cid:camera-1">', pictures }, 'mail_1');
    const [name = ''] = await readdir(directory);
    const { text, html, attachments } = await PostalMime.parse(await readFile(join(directory, name)));
    expect([text?.trim(), html?.trim()]).toEqual(['Yard', '<img src="cid:camera-1">']);
    expect(attachments).toMatchObject([{ contentId: '<camera-1>', mimeType: 'image/jpeg', disposition: 'inline' }]);
    const [content] = attachments.map((attachment) => attachment.content);
    expect(content instanceof ArrayBuffer && Buffer.from(content)).toEqual(jpeg);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

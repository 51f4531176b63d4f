import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import type { Mail, Mailer, MailPicture } from './port.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** An e-mail message contains an address and perhaps a code, so it is not kept forever. */
const retentionMs = 30 * dayMs;

/**
 * Writes e-mail messages to `DATA_DIR/outbox/*.eml` and their subject to the log. This makes a server without SMTP usable immediately;
 * anyone who can read its log or data folder could read its database anyway.
 */
export function createOutboxMailer(deps: { directory: string; from: string; clock: Clock; log: Logger }): Mailer {
  const { directory, from, clock, log } = deps;
  let count = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const removeOld = async (now: number): Promise<void> => {
    if (now - checkedAt < dayMs) return;
    checkedAt = now;
    // Names begin with the time of writing, so they sort by it.
    const oldest = nameTime(now - retentionMs);
    for (const name of await readdir(directory))
      if (name.endsWith('.eml') && name < oldest) await rm(join(directory, name), { force: true });
  };
  return {
    send: async (mail) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const date = new Date(clock.now());
      count += 1;
      const name = `${nameTime(date.getTime())}-${String(count).padStart(4, '0')}-${mail.to.replaceAll(/[^\w.+@-]/g, '_')}.eml`;
      const file = join(directory, name);
      await removeOld(date.getTime());
      await writeFile(file, composeEmailMessage(mail, { from, date }), { mode: 0o600 });
      log.info(`Mail to ${mail.to}: ${mail.subject}  (${file})`);
    },
    close: async () => undefined,
  };
}

function nameTime(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

/** A readable RFC 5322 e-mail message in UTF-8. */
function composeEmailMessage(mail: Mail, { from, date }: { from: string; date: Date }): string {
  const header = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
  const texts = composeParts('multipart/alternative', [textPart('text/plain', mail.text), textPart('text/html', mail.html)]);
  const pictures = mail.pictures ?? [];
  return [
    `From: ${header(from)}`,
    `To: ${header(mail.to)}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${header(mail.replyTo)}`]),
    `Subject: ${header(mail.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    ...(pictures.length === 0 ? texts : composeParts('multipart/related', [texts, ...pictures.map(picturePart)])),
  ].join('\r\n');
}

/** Returns the lines of a part that consists of parts. */
function composeParts(type: string, parts: readonly (readonly string[])[]): string[] {
  // Random for each message, so that a user's text can't contain it and start a part.
  const boundary = `=_${randomBytes(16).toString('hex')}`;
  return [
    `Content-Type: ${type}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
    '',
  ];
}

function textPart(type: string, body: string): string[] {
  return [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', body.replaceAll(/\r\n|\r|\n/g, '\r\n'), ''];
}

function picturePart({ contentId, base64 }: MailPicture): string[] {
  return [
    'Content-Type: image/jpeg',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline',
    `Content-ID: <${contentId}>`,
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
    '',
  ];
}

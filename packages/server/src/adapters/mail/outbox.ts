import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Mail, Mailer } from './port.ts';

const day = 24 * 60 * 60 * 1000;
/** A letter holds an address and perhaps a code: it is not kept for ever. */
const keepFor = 30 * day;

/**
 * Writes letters to `DATA_DIR/outbox/*.eml` and their subject to the log: a server without SMTP is usable at once,
 * and whoever can read its log or its data folder could read its database anyway.
 */
export function createOutboxMailer(deps: { directory: string; from: string; clock: Clock; log: Logger }): Mailer {
  const { directory, from, clock, log } = deps;
  let count = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const removeOld = async (now: number): Promise<void> => {
    if (now - lookedAt < day) return;
    lookedAt = now;
    // Names begin with the time of writing, so they sort by it.
    const oldest = nameTime(now - keepFor);
    for (const name of await readdir(directory)) if (name.endsWith('.eml') && name < oldest) await rm(join(directory, name), { force: true });
  };
  return {
    send: async (mail) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const date = new Date(clock.now());
      count += 1;
      const name = `${nameTime(date.getTime())}-${String(count).padStart(4, '0')}-${mail.to.replaceAll(/[^\w.+@-]/g, '_')}.eml`;
      const file = join(directory, name);
      await removeOld(date.getTime());
      await writeFile(file, composeLetter(mail, { from, date }), { mode: 0o600 });
      log.info(`Mail to ${mail.to}: ${mail.subject}  (${file})`);
    },
    close: async () => undefined,
  };
}

function nameTime(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-');
}

/** A readable RFC 5322 letter in UTF-8. */
function composeLetter(mail: Mail, { from, date }: { from: string; date: Date }): string {
  // Drawn for each letter: what somebody wrote can't hold it and so begin a part of its own.
  const boundary = `=_${randomBytes(16).toString('hex')}`;
  const header = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
  const part = (type: string, body: string): string[] => [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', body.replaceAll(/\r\n|\r|\n/g, '\r\n'), ''];
  return [
    `From: ${header(from)}`,
    `To: ${header(mail.to)}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${header(mail.replyTo)}`]),
    `Subject: ${header(mail.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

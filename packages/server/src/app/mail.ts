import { join } from 'node:path';
import { Gauge } from 'prom-client';
import { createOutboxMailer } from '../adapters/mail/outbox.ts';
import type { Mailer, MailQueue } from '../adapters/mail/port.ts';
import { createMailQueue } from '../adapters/mail/queue.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Seal } from '../kernel/seal.ts';

export interface MailDeps {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The one queue of all letters: over SMTP when a server is given, else into the outbox folder. */
export async function createMail({ config, db, seal, clock, log, metrics }: MailDeps): Promise<MailQueue> {
  measureMail(metrics, db);
  return createMailQueue({ db, mailer: await createMailer(config, clock, log), seal, clock, log });
}

async function createMailer(config: ServerConfig, clock: Clock, log: Logger): Promise<Mailer> {
  if (config.smtpUrl === null) return createOutboxMailer({ directory: join(config.dataDir, 'outbox'), from: config.mailFrom, clock, log });
  // Loaded only where it is used.
  const { createSmtpMailer } = await import('../adapters/mail/smtp.ts');
  return createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
}

/** What tells an operator that the mail is stuck: people wait for their codes. */
function measureMail({ registry }: Metrics, db: Db): void {
  new Gauge({
    name: 'watchpost_letters_waiting',
    help: 'Letters that are not sent yet, or are tried again',
    registers: [registry],
    async collect() {
      try {
        const { total } = await db.selectFrom('letters').select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
        this.set(Number(total));
      } catch {
        // The database is away: the other figures are still wanted, this one is not known.
        this.set(Number.NaN);
      }
    },
  });
}

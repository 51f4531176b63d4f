import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import { Gauge } from 'prom-client';
import { createOutboxMailer } from '../adapters/mail/outbox.ts';
import type { Mailer, MailQueue } from '../adapters/mail/port.ts';
import { createMailQueue } from '../adapters/mail/queue.ts';
import type { Db } from '../db/database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createQueueBell, type JobPlace } from '../kernel/module/job-place.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { Seal } from '../kernel/seal.ts';
import { traced, type Tracer } from '../kernel/telemetry/spans.ts';

interface MailModule extends ServerModule {
  readonly mail: MailQueue;
  /** Makes one attempt at once, for a test; null without a mail server. */
  readonly sendNow: Mailer['send'] | null;
}

interface MailModuleDeps {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | null;
  readonly jobPlace: JobPlace;
}

/**
 * The queue of all e-mail messages: sent by SMTP when a server is configured, else written to the outbox folder. In a cluster, nodes with
 * the role `jobs` send what all nodes queue.
 */
export async function createMailModule({ config, db, seal, clock, log, metrics, tracer, jobPlace }: MailModuleDeps): Promise<MailModule> {
  measureMail(metrics, db);
  const untraced = await createMailer(config, clock, log);
  const mailer: Mailer = { ...untraced, send: traced(tracer, 'send e-mail', untraced.send) };
  const queue = createMailQueue({ db, mailer, seal, clock, log, isShared: jobPlace !== 'alone' });
  const bell = createQueueBell({ clock, jobPlace, wake: queue.wake });
  return {
    name: 'mail',
    mail: {
      ...queue,
      wake: bell.ring,
      add: async (one, options) => {
        await queue.addWithin(db, one, options);
        bell.ring();
      },
    },
    sendNow: config.smtpUrl === null ? null : (one, id) => mailer.send(one, id),
    start: bell.start,
    stop: () => {
      bell.stop();
      return queue.close();
    },
  };
}

async function createMailer(config: ServerConfig, clock: Clock, log: Logger): Promise<Mailer> {
  if (config.smtpUrl === null) return createOutboxMailer({ directory: join(config.dataDir, 'outbox'), from: config.mailFrom, clock, log });
  // Loaded only when configured.
  const { createSmtpMailer } = await import('../adapters/mail/smtp.ts');
  return createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
}

/** Exposes stuck mail to operators: users wait for their codes. */
function measureMail({ registry }: Metrics, db: Db): void {
  new Gauge({
    name: 'watchpost_letters_waiting',
    help: 'E-mail messages that are not sent yet, or are retried',
    registers: [registry],
    async collect() {
      try {
        const { total } = await db
          .selectFrom('letters')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        this.set(Number(total));
      } catch {
        // Without the database only this metric is missing.
        this.set(Number.NaN);
      }
    },
  });
}

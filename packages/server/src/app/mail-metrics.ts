import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/database.ts';

/** What tells an operator that the mail is stuck: people wait for their codes. */
export function measureMail({ registry, db }: { registry: Registry; db: Db }): void {
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

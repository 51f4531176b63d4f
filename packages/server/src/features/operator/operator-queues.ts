import type { OperatorOverview } from '@watchpost/contract/schemas/operator';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

type Queue = OperatorOverview['queues'][number];

const failed = (column: 'attempts' | 'retries') =>
  sql<number | null>`sum(case when ${sql.ref(column)} > 0 then 1 else 0 end)`.as('retrying');

/** Reads how much waits in each queue of the database, and since when the oldest is due. */
export async function readQueues(db: Db, now: number): Promise<Queue[]> {
  const email = await db
    .selectFrom('letters')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), failed('attempts'), fn.min('created_at').as('since')])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const push = await db
    .selectFrom('push_messages')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), failed('attempts'), fn.min('due_at').as('since')])
    .where('message_id', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const telegram = await db
    .selectFrom('telegram_messages')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), failed('attempts'), fn.min('due_at').as('since')])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const webhooks = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), failed('retries'), fn.min('due_at').as('since')])
    .where('state', '=', 'pending')
    .executeTakeFirst();
  const timelapses = await db
    .selectFrom('timelapses')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), failed('attempts'), fn.min('due_at').as('since')])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .executeTakeFirst();
  const deletion = await db
    .selectFrom('footage_removals')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('requested_at').as('since')])
    .executeTakeFirst();
  return [
    toQueue('email', email),
    toQueue('push', push),
    toQueue('telegram', telegram),
    toQueue('webhooks', webhooks),
    toQueue('timelapses', timelapses),
    toQueue('deletion', deletion),
  ];
}

interface Sums {
  readonly waiting: number;
  readonly retrying?: number | null;
  readonly since: number | null;
}

/** PostgreSQL returns sums and counts as text. */
function toQueue(queue: Queue['queue'], sums: Sums | undefined): Queue {
  const since = sums?.since ?? null;
  return {
    queue,
    waiting: Number(sums?.waiting ?? 0),
    retrying: Number(sums?.retrying ?? 0),
    since: since === null ? null : Number(since),
  };
}

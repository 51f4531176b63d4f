import {
  maxWebhooks,
  type CreatedWebhook,
  type UpdateWebhookBody,
  type Webhook,
  type WebhookOptions,
} from '@watchpost/contract/schemas/webhooks';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { WebhooksTable } from '../../db/webhook-tables.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { Seal } from '../../kernel/seal.ts';
import type { CamerasService } from '../cameras/index.ts';
import type { WebhookAddresses } from './delivery/webhooks-address.ts';
import { makeDue } from './delivery/webhooks-leases.ts';
import { newWebhookSecret } from './delivery/webhooks-signature.ts';
import { isWithinCaller, lockOwn, requireOwn, withinCaller, type WebhookCaller } from './webhooks-callers.ts';
import { hasNotArrived, toWebhook, webhookColumnsOf, webhookOptionsOf, type FailedDeliveries } from './webhooks-rows.ts';

/** The webhooks of an account. All calls throw AppError not-found for a webhook of another account, as for an unknown one. */
export interface WebhooksService {
  list(caller: WebhookCaller): Promise<Webhook[]>;
  /** @throws {AppError} limit-reached, webhook-url-forbidden, not-found for a camera that the account can't see, too-many-requests */
  create(caller: WebhookCaller, options: WebhookOptions): Promise<CreatedWebhook>;
  /** Fields that are absent stay; enabling it starts it again after it was given up. @throws {AppError} as `create` */
  update(caller: WebhookCaller, id: string, change: UpdateWebhookBody): Promise<Webhook>;
  remove(caller: WebhookCaller, id: string): Promise<void>;
  /** Returns the new secret; the previous one signs as well for 24 hours. */
  rotateSecret(caller: WebhookCaller, id: string): Promise<string>;
}

export interface WebhooksServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly addresses: Pick<WebhookAddresses, 'check'>;
  /** Called when something may have become due. */
  readonly wake: () => void;
}

/** A receiver has this long to change the secret, ms. */
const rotationMs = 24 * 60 * 60_000;
/** Changes of one account; each may ask a name server. */
const limits = { windowMs: 60_000, maxCount: 60 };

export function createWebhooksService({ db, clock, seal, cameras, addresses, wake }: WebhooksServiceDeps): WebhooksService {
  const limit = createWindowLimit({ clock, ...limits });

  const checkOptions = async ({ customerId }: WebhookCaller, { url, cameraIds }: UpdateWebhookBody): Promise<void> => {
    limit(customerId);
    if (cameraIds) {
      const visible = new Set((await cameras.list(customerId)).map(({ id }) => id));
      if (!cameraIds.every((id) => visible.has(id))) throw new AppError('not-found');
    }
    if (url !== undefined) await addresses.check(customerId, new URL(url));
  };
  const answer = async (row: WebhooksTable): Promise<Webhook> => toWebhook(row, (await readFailed(db, [row.id])).get(row.id) ?? noneFailed);

  return {
    list: async (caller) => {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('customer_id', '=', caller.customerId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const failed = await readFailed(
        db,
        rows.map(({ id }) => id),
      );
      return rows
        .filter((row) => isWithinCaller(caller, row) && webhookOptionsOf(row).events.length > 0)
        .map((row) => toWebhook(row, failed.get(row.id) ?? noneFailed));
    },

    create: async (caller, wanted) => {
      const { customerId } = caller;
      const options = { ...wanted, cameraIds: withinCaller(caller, wanted.cameraIds) };
      await checkOptions(caller, options);
      const id = newId('whk');
      const secret = newWebhookSecret();
      const row: WebhooksTable = {
        id,
        customer_id: customerId,
        ...webhookColumnsOf(options),
        secret_sealed: seal.close(secret, id),
        previous_secret_sealed: null,
        previous_until: null,
        delivered_at: null,
        failing_since: null,
        is_failure_reported: 0,
        given_up_at: null,
        due_at: null,
        lease: null,
        created_at: clock.now(),
      };
      await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, customerId);
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('customer_id', '=', customerId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxWebhooks) throw new AppError('limit-reached');
        await transaction.insertInto('webhooks').values(row).execute();
      });
      return { webhook: toWebhook(row, noneFailed), secret };
    },

    update: async (caller, id, change) => {
      await requireOwn(db, caller, id);
      const wanted = change.cameraIds === undefined ? undefined : withinCaller(caller, change.cameraIds);
      await checkOptions(caller, { ...change, cameraIds: wanted });
      const updated = await db.transaction().execute(async (transaction) => {
        const row = await lockOwn(transaction, caller, id);
        const isEnabled = change.isEnabled ?? row.is_enabled === 1;
        const isStarted = isEnabled && row.is_enabled === 0;
        const isStopped = !isEnabled && row.is_enabled === 1;
        const known = webhookOptionsOf(row);
        const cameraIds = wanted === undefined ? known.cameraIds : wanted;
        await transaction
          .updateTable('webhooks')
          .set({
            ...webhookColumnsOf({ url: change.url ?? known.url, events: change.events ?? known.events, cameraIds, isEnabled }),
            // What happened before it was disabled doesn't count any more.
            ...(isStarted && { given_up_at: null, failing_since: null, is_failure_reported: 0 }),
            // An attempt that is running ends first: it looks at this row afterwards.
            ...(isStopped && row.lease === null && { due_at: null }),
            // Turned off by its owner, whatever it was before.
            ...(change.isEnabled === false && { given_up_at: null }),
          })
          .where('id', '=', id)
          .execute();
        if (isStarted && row.lease === null) await makeDue(transaction, id, clock.now());
        return requireOwn(transaction, caller, id);
      });
      wake();
      return answer(updated);
    },

    remove: async (caller, id) => {
      await requireOwn(db, caller, id);
      await db.deleteFrom('webhooks').where('id', '=', id).execute();
    },

    rotateSecret: async (caller, id) => {
      const secret = newWebhookSecret();
      await db.transaction().execute(async (transaction) => {
        const { secret_sealed: previous } = await lockOwn(transaction, caller, id);
        await transaction
          .updateTable('webhooks')
          .set({ secret_sealed: seal.close(secret, id), previous_secret_sealed: previous, previous_until: clock.now() + rotationMs })
          .where('id', '=', id)
          .execute();
      });
      return secret;
    },
  };
}

/** Serializes what an account creates: two requests at once must not exceed the limit. */
async function lockAccount(transaction: Db, customerId: string): Promise<void> {
  await transaction
    .updateTable('customers')
    .set(({ ref }) => ({ locale: ref('locale') }))
    .where('id', '=', customerId)
    .execute();
}

const noneFailed: FailedDeliveries = { count: 0, nextAttemptAt: null };

async function readFailed(db: Db, webhookIds: readonly string[]): Promise<Map<string, FailedDeliveries>> {
  if (webhookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count'), fn.min('due_at').as('due_at')])
    .where('webhook_id', 'in', webhookIds)
    .where(hasNotArrived)
    .groupBy('webhook_id')
    .execute();
  return new Map(
    rows.map((row) => [row.webhook_id, { count: Number(row.count), nextAttemptAt: row.due_at === null ? null : Number(row.due_at) }]),
  );
}

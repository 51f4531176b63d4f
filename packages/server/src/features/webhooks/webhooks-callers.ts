import type { WebhookOptions } from '@watchpost/contract/schemas/webhooks';
import type { Db } from '../../db/database.ts';
import type { WebhooksTable } from '../../db/webhook-tables.ts';
import { AppError } from '../../kernel/app-error.ts';
import { webhookOptionsOf } from './webhooks-rows.ts';

/** Who calls: a user, or an API key of the account that may be limited to some cameras. */
export interface WebhookCaller {
  readonly customerId: string;
  /** Cameras of the key; null for all of the account. */
  readonly cameraIds: readonly string[] | null;
}

/**
 * Returns the cameras of a webhook that the caller wants: a limited key gets no more than its own.
 * @throws {AppError} not-found for a camera outside of the key
 */
export function withinCaller({ cameraIds: own }: WebhookCaller, wanted: WebhookOptions['cameraIds']): WebhookOptions['cameraIds'] {
  if (own === null) return wanted;
  if (wanted === null) return [...own];
  if (!wanted.every((id) => own.includes(id))) throw new AppError('not-found');
  return wanted;
}

/** Whether the caller can see a webhook of their account: deliveries name its cameras. */
export function isWithinCaller({ cameraIds: own }: WebhookCaller, row: WebhooksTable): boolean {
  const { cameraIds } = webhookOptionsOf(row);
  return own === null || (cameraIds !== null && cameraIds.every((id) => own.includes(id)));
}

/** @throws {AppError} not-found */
export async function requireOwn(db: Db, caller: WebhookCaller, id: string): Promise<WebhooksTable> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', caller.customerId)
    .executeTakeFirst();
  return orNotFound(caller, row);
}

/** Locks a webhook until the transaction ends. @throws {AppError} not-found */
export async function lockOwn(transaction: Db, caller: WebhookCaller, id: string): Promise<WebhooksTable> {
  const row = await transaction
    .updateTable('webhooks')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('id', '=', id)
    .where('customer_id', '=', caller.customerId)
    .returningAll()
    .executeTakeFirst();
  return orNotFound(caller, row);
}

function orNotFound(caller: WebhookCaller, row: WebhooksTable | undefined): WebhooksTable {
  if (!row || !isWithinCaller(caller, row)) throw new AppError('not-found');
  return row;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebhookEvent } from '@watchpost/contract/schemas/webhooks';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { WebhookSignalsTable, WebhooksTable } from '../../../db/webhook-tables.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import { retryPeriodMs } from '../delivery/webhooks-retries.ts';
import { createTrim } from '../delivery/webhooks-trim.ts';
import { webhookOptionsOf } from '../webhooks-rows.ts';
import type { FindClip } from './webhooks-clips.ts';
import { wakeWebhooks } from '../delivery/webhooks-leases.ts';
import { canReceive, payloadOf } from './webhooks-payloads.ts';
import { webhooksNear } from './webhooks-recorder.ts';

/** Turns what happened into deliveries. */
export interface WebhookOutbox {
  /** Queues the deliveries of signals that are due. @returns when the next one is due, Unix ms; null for none */
  run(isStopped: () => boolean): Promise<number | null>;
}

export interface WebhookOutboxDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly findClip: FindClip;
}

/** How often the recording of an event is looked for, ms. */
const clipIntervalMs = 2000;
/** Signals in a row; then their deliveries are sent. */
const batch = 200;
/** After a failure, ms. */
const retryDelayMs = 5000;
/** A signal that could not be read for this long is dropped, ms. */
const maxAgeMs = 24 * 60 * 60_000;

export function createWebhookOutbox({ db, clock, log, resolveAccess, findClip }: WebhookOutboxDeps): WebhookOutbox {
  const trim = createTrim(db);

  const postpone = (id: string, dueAt: number): Promise<unknown> =>
    db.updateTable('webhook_signals').set({ due_at: dueAt }).where('id', '=', id).execute();
  const drop = (id: string): Promise<unknown> => db.deleteFrom('webhook_signals').where('id', '=', id).execute();

  const recognitionOf = async (eventId: string | null) =>
    (await db
      .selectFrom('events')
      .select(['score', 'label'])
      .where('id', '=', eventId ?? '')
      .executeTakeFirst()) ?? null;

  /** Returns the webhooks whose accounts can receive the signal now. */
  const receiversOf = async ({ event, camera_id: cameraId, event_id: eventId, at }: WebhookSignalsTable): Promise<WebhooksTable[]> => {
    const rows = await webhooksNear(db, cameraId).selectAll('webhooks').orderBy('webhooks.id').execute();
    const wanted = rows.filter((row) => isWanted(row, event, cameraId));
    const allowed = new Map<string, boolean>();
    for (const customerId of new Set(wanted.map((row) => row.customer_id))) {
      const access = await resolveAccess(customerId, cameraId);
      allowed.set(customerId, access !== null && canReceive(access.capabilities, eventId === null ? null : at) === true);
    }
    return wanted.filter((row) => allowed.get(row.customer_id) === true);
  };

  const enqueue = async (signal: WebhookSignalsTable, webhooks: readonly WebhooksTable[], body: string): Promise<void> => {
    const queued = await db.transaction().execute(async (transaction) => {
      // Only one process gets it, and only with its deliveries.
      const { numDeletedRows } = await transaction.deleteFrom('webhook_signals').where('id', '=', signal.id).executeTakeFirst();
      if (numDeletedRows === 0n) return [];
      const locked = await wakeWebhooks(
        transaction,
        webhooks.map(({ id }) => id),
        clock.now(),
      );
      if (locked.length === 0) return [];
      const now = clock.now();
      await transaction
        .insertInto('webhook_deliveries')
        .values(
          locked.map((webhookId) => ({
            id: newId('msg'),
            webhook_id: webhookId,
            event: signal.event,
            camera_id: signal.camera_id,
            event_at: signal.event_id === null ? null : signal.at,
            body,
            state: 'pending' as const,
            attempts: 0,
            retries: 0,
            due_at: now,
            expires_at: now + retryPeriodMs,
            created_at: now,
          })),
        )
        .execute();
      return locked;
    });
    for (const webhookId of queued) await trim(webhookId);
  };

  const expand = async (signal: WebhookSignalsTable): Promise<void> => {
    const webhooks = await receiversOf(signal);
    if (webhooks.length === 0) return void (await drop(signal.id));
    const { event, camera_id: cameraId, at, until } = signal;
    const clip = event === 'clip.ready' ? await findClip(cameraId, { from: at, to: until ?? at }) : null;
    if (clip === 'pending') return void (await postpone(signal.id, clock.now() + clipIntervalMs));
    const camera = await db.selectFrom('cameras').select('title').where('id', '=', cameraId).executeTakeFirst();
    const recognition = event === 'event.created' ? await recognitionOf(signal.event_id) : null;
    const payload = camera ? payloadOf(signal, camera.title, clip && { ...clip, readyAt: clock.now() }, recognition) : null;
    if (payload) await enqueue(signal, webhooks, JSON.stringify(payload));
    else await drop(signal.id);
  };

  const next = (): Promise<WebhookSignalsTable | undefined> =>
    db.selectFrom('webhook_signals').selectAll().orderBy('due_at').limit(1).executeTakeFirst();

  return {
    run: async (isStopped) => {
      for (let count = 0; count < batch; count += 1) {
        const signal = await next();
        if (!signal) return null;
        if (signal.due_at > clock.now() || isStopped()) return signal.due_at;
        await expand(signal).catch(async (error: unknown) => {
          const isLost = signal.created_at + maxAgeMs < clock.now();
          log.warn({ err: error, event: signal.event, willRetry: !isLost }, 'The deliveries of a webhook event could not be queued');
          await (isLost ? drop(signal.id) : postpone(signal.id, clock.now() + retryDelayMs));
        });
        // A flood of events must not delay the video.
        await nextTurn();
      }
      return clock.now();
    },
  };
}

function isWanted(row: WebhooksTable, event: WebhookEvent, cameraId: string): boolean {
  const { events, cameraIds } = webhookOptionsOf(row);
  return events.includes(event) && (cameraIds === null || cameraIds.includes(cameraId));
}

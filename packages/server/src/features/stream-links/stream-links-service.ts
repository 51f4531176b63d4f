import {
  maxStreamLinks,
  streamLinkOptionsSchema,
  type StreamLink,
  type StreamLinkOptions,
  type StreamOutputs,
} from '@watchpost/contract/schemas/stream-links';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { StreamLinksTable } from '../../db/developer-tables.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { AccessChanges } from '../../kernel/module/access-changes.ts';
import { streamLinkSecretOf, type Tokens } from '../../kernel/tokens.ts';
import { randomLetters } from '../api-keys/index.ts';
import { accessOf, readAccessRows } from '../cameras/index.ts';
import {
  entryBy,
  grantOfEntry,
  lockCustomer,
  requireManagedCameras,
  retryOnce,
  type AccessChangeRecorder,
  type SharingActor,
} from '../sharing/index.ts';
import { addressesOf, noAddresses, type StreamOrigins } from './stream-links-addresses.ts';
import { formatsOf, linkColumnsOf, linkOptionsOf } from './stream-links-rows.ts';

/** Addresses by which other software plays a camera. A link of anyone else is answered like an unknown one. */
export interface StreamLinksService {
  /** Returns links, newest first; those that ended up to 90 days ago, too. */
  list(customerId: string): Promise<StreamLink[]>;
  outputs(): Promise<StreamOutputs>;
  /**
   * @throws {AppError} not-found or forbidden for a camera whose access the customer doesn't manage, share-exceeds-access for one that the
   *   customer sees with a watermark, invalid-request, or limit-reached
   */
  create(actor: SharingActor, options: StreamLinkOptions & { readonly cameraId: string }): Promise<StreamLink>;
  /** @throws {AppError} not-found, invalid-request, limit-reached, or conflict for a revoked link */
  update(actor: SharingActor, id: string, change: StreamLinkChange): Promise<StreamLink>;
  /** Revokes a link; again, nothing. @throws {AppError} not-found */
  revoke(actor: SharingActor, id: string): Promise<void>;
  /** Deletes links that ended more than 90 days before. */
  prune(now: number): Promise<void>;
}

type StreamLinkChange = { readonly [Name in keyof StreamLinkOptions]?: StreamLinkOptions[Name] | undefined };

export interface StreamLinksServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly record: AccessChangeRecorder;
  readonly accessChanges: Pick<AccessChanges, 'changed'>;
  readonly origins: () => StreamOrigins;
}

const keptMs = 90 * 86_400_000;
const idLength = 10;

export function createStreamLinksService({
  db,
  clock,
  tokens,
  record,
  accessChanges,
  origins,
}: StreamLinksServiceDeps): StreamLinksService {
  const answerOf = (row: StreamLinksTable): StreamLink => {
    const options = linkOptionsOf(row);
    const state = stateOf(row, clock.now());
    const { id, camera_id: cameraId } = row;
    return {
      id,
      cameraId,
      ...options,
      urls: state === 'active' ? addressesOf({ id, cameraId, ...options }, streamLinkSecretOf(tokens, id), origins()) : noAddresses,
      state,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
    } satisfies Complete<StreamLink>;
  };
  const readOwn = async (customerId: string, id: string): Promise<StreamLinksTable> => {
    const own = db.selectFrom('stream_links').selectAll().where('id', '=', id).where('customer_id', '=', customerId);
    const row = await own.executeTakeFirst();
    if (!row) throw new AppError('not-found');
    return row;
  };
  /** Writes to the log of the camera, unless the customer has lost it meanwhile. */
  const log = async (transaction: Db, actor: SharingActor, kind: LinkChangeKind, row: StreamLinksTable): Promise<void> => {
    const [camera] = await readAccessRows(transaction, actor.customerId, [row.camera_id]);
    const access = camera && accessOf(camera, actor.customerId, clock.now());
    if (access)
      await record(transaction, [entryBy(actor, { kind, cameraId: row.camera_id, grant: grantOfEntry(access), subject: row.name })]);
  };

  return {
    list: async (customerId) => {
      const since = clock.now() - keptMs;
      const rows = await db
        .selectFrom('stream_links')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', since)]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.filter((row) => formatsOf(row).length > 0).map(answerOf);
    },

    outputs: async () => {
      const { rtsp, onvif } = origins();
      return { rtsp: rtsp !== null, onvif: onvif !== null };
    },

    create: (actor, { cameraId, ...options }) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const now = clock.now();
        const [camera] = await requireManagedCameras(db, customerId, [cameraId], now);
        // Other software shows no watermark.
        if (camera?.access.watermark !== null) throw new AppError('share-exceeds-access');
        requireFuture(options.expiresAt, now);
        const row = {
          ...linkColumnsOf(options),
          id: randomLetters(idLength),
          customer_id: customerId,
          camera_id: cameraId,
          created_at: now,
          revoked_at: null,
        };
        await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          await requireRoom(transaction, customerId, null, now);
          await transaction.insertInto('stream_links').values(row).execute();
          await log(transaction, actor, 'stream-link-created', row);
        });
        return answerOf(row);
      }),

    update: (actor, id, change) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const now = clock.now();
        await readOwn(customerId, id);
        const changed = await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          const row = await transaction.selectFrom('stream_links').selectAll().where('id', '=', id).executeTakeFirst();
          if (!row) throw new AppError('not-found');
          if (row.revoked_at !== null) throw new AppError('conflict');
          const options = streamLinkOptionsSchema.parse({ ...linkOptionsOf(row), ...withoutAbsent(change) });
          // The name of an expired link can be changed, too.
          requireFuture(change.expiresAt ?? null, now);
          if (options.expiresAt === null || options.expiresAt > now) await requireRoom(transaction, customerId, id, now);
          const next = { ...row, ...linkColumnsOf(options) };
          await transaction.updateTable('stream_links').set(linkColumnsOf(options)).where('id', '=', id).execute();
          await log(transaction, actor, 'stream-link-changed', next);
          return next;
        });
        accessChanges.changed(changed.camera_id, customerId);
        return answerOf(changed);
      }),

    revoke: async (actor, id) => {
      const row = await readOwn(actor.customerId, id);
      await db.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .updateTable('stream_links')
          .set({ revoked_at: clock.now() })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (revoked) await log(transaction, actor, 'stream-link-revoked', row);
      });
      accessChanges.changed(row.camera_id, actor.customerId);
    },

    prune: async (now) => {
      const before = now - keptMs;
      await db
        .deleteFrom('stream_links')
        .where(({ eb, or }) => or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
        .execute();
    },
  };
}

type LinkChangeKind = 'stream-link-created' | 'stream-link-changed' | 'stream-link-revoked';

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt }: StreamLinksTable, now: number): StreamLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** @throws {AppError} invalid-request */
function requireFuture(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError('invalid-request', { details: { fields: [{ field: 'expiresAt', message: 'Must be in the future' }] } });
}

/** @param id of a link that is not counted; null for none */
async function requireRoom(transaction: Db, customerId: string, id: string | null, now: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('stream_links')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('customer_id', '=', customerId)
    .where('id', '!=', id ?? '')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(total) >= maxStreamLinks) throw new AppError('limit-reached', { details: { max: maxStreamLinks } });
}

function withoutAbsent(change: StreamLinkChange): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

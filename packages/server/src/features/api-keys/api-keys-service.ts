import {
  apiKeyOptionsSchema,
  maxApiKeys,
  type ApiKey as ApiKeyAnswer,
  type ApiKeyOptions,
  type CreatedApiKey,
} from '@watchpost/contract/schemas/api-keys';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { ApiKeysTable } from '../../db/developer-tables.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import type { AccessChanges } from '../../kernel/module/access-changes.ts';
import { apiKeyHash, type Tokens } from '../../kernel/tokens.ts';
import { accessOf, readAccessRows } from '../cameras/index.ts';
import { entryBy, grantOfEntry, lockCustomer, retryOnce, type AccessChangeRecorder, type SharingActor } from '../sharing/index.ts';
import { checkPageOrigins } from './api-keys-page-origin.ts';
import { columnsOf, optionsOf, scopesOf, toAnswer } from './api-keys-rows.ts';
import { hintOf, newApiKeySecret } from './api-keys-secret.ts';
import type { ApiKeyUsage } from './api-keys-usage.ts';

/** A customer's own keys. A key of anyone else is answered like an unknown one. */
export interface ApiKeysService {
  /** Returns keys, newest first; those that ended up to 90 days ago, too. */
  list(customerId: string): Promise<ApiKeyAnswer[]>;
  /** Returns a key that is active. @throws {AppError} unauthorized */
  get(id: string): Promise<ApiKeyAnswer>;
  /** @throws {AppError} not-found for a camera that the customer doesn't see, invalid-request, or limit-reached */
  create(actor: SharingActor, options: ApiKeyOptions): Promise<CreatedApiKey>;
  /** @throws {AppError} as `create`; conflict for a revoked key */
  update(actor: SharingActor, id: string, change: ApiKeyChange): Promise<ApiKeyAnswer>;
  /** Revokes a key with its embed tokens; again, nothing. @throws {AppError} not-found */
  revoke(actor: SharingActor, id: string): Promise<void>;
  /** Deletes keys that ended more than 90 days before. */
  prune(now: number): Promise<void>;
}

type ApiKeyChange = { readonly [Name in keyof ApiKeyOptions]?: ApiKeyOptions[Name] | undefined };

export interface ApiKeysServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly usage: Pick<ApiKeyUsage, 'pending'>;
  readonly record: AccessChangeRecorder;
  readonly accessChanges: Pick<AccessChanges, 'changed'>;
}

const keptMs = 90 * 86_400_000;

export function createApiKeysService({ db, clock, tokens, usage, record, accessChanges }: ApiKeysServiceDeps): ApiKeysService {
  const answerOf = (row: ApiKeysTable): ApiKeyAnswer => toAnswer(row, usage.pending(row.id), clock.now());
  const camerasOf = async (customerId: string, cameraIds: readonly string[] | null): Promise<CameraAccess[]> => {
    const rows = await readAccessRows(db, customerId, cameraIds ?? undefined);
    return rows.map((row) => accessOf(row, customerId, clock.now())).filter((access) => access !== null);
  };
  /** @throws {AppError} not-found */
  const requireCameras = async (customerId: string, cameraIds: readonly string[] | null): Promise<CameraAccess[]> => {
    const cameras = await camerasOf(customerId, cameraIds);
    if (cameraIds !== null && cameras.length < cameraIds.length) throw new AppError('not-found');
    return cameras;
  };
  const entriesOf = (
    actor: SharingActor,
    kind: 'key-created' | 'key-changed' | 'key-revoked',
    name: string,
    cameras: readonly CameraAccess[],
  ) => cameras.map((access) => entryBy(actor, { kind, cameraId: access.cameraId, grant: grantOfEntry(access), subject: name }));
  const announce = (customerId: string, cameras: readonly CameraAccess[]): void => {
    for (const { cameraId } of cameras) accessChanges.changed(cameraId, customerId);
  };

  return {
    list: async (customerId) => {
      const since = clock.now() - keptMs;
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', since)]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.filter((row) => scopesOf(row).length > 0).map(answerOf);
    },

    get: async (id) => {
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw new AppError('unauthorized');
      return answerOf(row);
    },

    create: (actor, options) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const cameras = await requireCameras(customerId, options.cameraIds);
        const now = clock.now();
        checkOptions(options, now);
        const secret = newApiKeySecret();
        const row = {
          ...columnsOf(options),
          id: newId('key'),
          customer_id: customerId,
          secret_hash: apiKeyHash(tokens, secret),
          hint: hintOf(secret),
          created_at: now,
          revoked_at: null,
          last_used_at: null,
          last_used_ip: null,
        };
        await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          await requireRoom(transaction, customerId, null, now);
          await transaction.insertInto('api_keys').values(row).execute();
          await record(transaction, entriesOf(actor, 'key-created', options.name, cameras));
        });
        return { apiKey: answerOf(row), secret };
      }),

    update: (actor, id, change) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const now = clock.now();
        const known = await db
          .selectFrom('api_keys')
          .selectAll()
          .where('id', '=', id)
          .where('customer_id', '=', customerId)
          .executeTakeFirst();
        if (!known) throw new AppError('not-found');
        if (change.cameraIds !== undefined) await requireCameras(customerId, change.cameraIds);
        const before = await camerasOf(customerId, optionsOf(known).cameraIds);
        const after = change.cameraIds === undefined ? before : await camerasOf(customerId, change.cameraIds);
        const concerned = [...new Map([...before, ...after].map((access) => [access.cameraId, access])).values()];
        const changed = await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          const row = await transaction.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
          if (!row) throw new AppError('not-found');
          if (row.revoked_at !== null) throw new AppError('conflict');
          const options = apiKeyOptionsSchema.parse({ ...optionsOf(row), ...withoutAbsent(change) });
          // The name of an expired key can be changed, too.
          checkOptions({ ...options, expiresAt: change.expiresAt ?? null }, now);
          if (options.expiresAt === null || options.expiresAt > now) await requireRoom(transaction, customerId, id, now);
          await transaction.updateTable('api_keys').set(columnsOf(options)).where('id', '=', id).execute();
          await record(transaction, entriesOf(actor, 'key-changed', options.name, concerned));
          return { ...row, ...columnsOf(options) };
        });
        announce(customerId, concerned);
        return answerOf(changed);
      }),

    revoke: async (actor, id) => {
      const { customerId } = actor;
      const own = await db.selectFrom('api_keys').selectAll().where('id', '=', id).where('customer_id', '=', customerId).executeTakeFirst();
      if (!own) throw new AppError('not-found');
      const cameras = await camerasOf(customerId, optionsOf(own).cameraIds);
      await db.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .updateTable('api_keys')
          .set({ revoked_at: clock.now() })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('name')
          .executeTakeFirst();
        if (!revoked) return;
        await transaction.deleteFrom('embed_tokens').where('api_key_id', '=', id).execute();
        await record(transaction, entriesOf(actor, 'key-revoked', revoked.name, cameras));
      });
      announce(customerId, cameras);
    },

    prune: async (now) => {
      const before = now - keptMs;
      await db
        .deleteFrom('api_keys')
        .where(({ eb, or }) => or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
        .execute();
    },
  };
}

/** @throws {AppError} invalid-request */
function checkOptions({ origins, expiresAt }: ApiKeyOptions, now: number): void {
  checkPageOrigins(origins);
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError('invalid-request', { details: { fields: [{ field: 'expiresAt', message: 'Must be in the future' }] } });
}

/** @param id of a key that is not counted; null for none */
async function requireRoom(transaction: Db, customerId: string, id: string | null, now: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('customer_id', '=', customerId)
    .where('id', '!=', id ?? '')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(total) >= maxApiKeys) throw new AppError('limit-reached', { details: { max: maxApiKeys } });
}

function withoutAbsent(change: ApiKeyChange): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

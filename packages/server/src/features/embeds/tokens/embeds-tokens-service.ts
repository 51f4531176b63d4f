import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import type { createEmbedTokenBody, CreatedEmbedToken, EmbedToken, EmbedTokens } from '@watchpost/contract/schemas/embeds';
import type { AccessEntry } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { EmbedTokensTable } from '../../../db/developer-tables.ts';
import type { CameraAccess, Viewer } from '../../../kernel/access/access.ts';
import { isCameraOfKey, requireScope, type ApiKey } from '../../../kernel/access/api-key.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { newId } from '../../../kernel/ids.ts';
import { createWindowLimit } from '../../../kernel/limits/window-limit.ts';
import type { AccessChanges } from '../../../kernel/module/access-changes.ts';
import { embedRights, signEmbedToken, type Tokens } from '../../../kernel/tokens.ts';
import { checkPageOrigins } from '../../api-keys/index.ts';
import { accessOf, readAccessRows } from '../../cameras/index.ts';
import {
  createRecent,
  entryBy,
  grantOfEntry,
  requireManagedCameras,
  retryOnce,
  type AccessChangeRecorder,
  type SharingActor,
} from '../../sharing/index.ts';
import { checkArchive, readTerms, type StoredTerms } from '../embeds-terms.ts';

type EmbedTokenRequest = z.output<typeof createEmbedTokenBody>;

/** Tokens for pages of partners: of a customer, or of one of their keys. */
export interface EmbedTokensService {
  /**
   * Creates a token for cameras whose access the issuer manages.
   * @throws {AppError} unauthorized, not-found, forbidden, scope-missing, origin-forbidden, invalid-request or too-many-requests
   */
  create(issuer: Viewer, actor: SharingActor, request: EmbedTokenRequest): Promise<CreatedEmbedToken>;
  list(issuer: Viewer): Promise<EmbedTokens>;
  /** @throws {AppError} not-found */
  revoke(issuer: Viewer, actor: SharingActor, id: string): Promise<void>;
  revokeAll(issuer: Viewer, actor: SharingActor): Promise<void>;
  /** Deletes expired tokens. */
  prune(now: number): Promise<void>;
}

export interface EmbedTokensServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly record: AccessChangeRecorder;
  readonly accessChanges: Pick<AccessChanges, 'changed'>;
}

const tokensPerMinute = 120;
const shownTokens = 100;
/** Pages renew their tokens all day: an issuer's tokens for a camera are noted at most this often. */
const notedAgainMs = 600_000;

export function createEmbedTokensService({ db, clock, tokens, record, accessChanges }: EmbedTokensServiceDeps): EmbedTokensService {
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: tokensPerMinute });
  const recent = createRecent({ clock, windowMs: notedAgainMs, capacity: 10_000 });

  const announce = (rows: readonly EmbedTokensTable[]): void => {
    const cameraIds = new Map(rows.flatMap((row) => readTerms(row.terms).cameraIds.map((id) => [id, row.customer_id] as const)));
    for (const [cameraId, customerId] of cameraIds) accessChanges.changed(cameraId, customerId);
  };
  /** Tokens that work now, as far as the sign-in or the key that they were made with does. */
  const valid = (issuer: Viewer, now: number) =>
    db
      .selectFrom('embed_tokens')
      .leftJoin('session_families as family', 'family.id', 'embed_tokens.family_id')
      .leftJoin('api_keys as key', 'key.id', 'embed_tokens.api_key_id')
      .where((builder) =>
        issuer.apiKey ? builder('api_key_id', '=', issuer.apiKey.id) : builder('embed_tokens.customer_id', '=', issuer.customerId),
      )
      .where('embed_tokens.expires_at', '>', now)
      .where(({ eb, and, or }) =>
        or([
          and([eb('family.id', 'is not', null), eb('family.revoked_at', 'is', null), eb('family.expires_at', '>', now)]),
          and([
            eb('key.id', 'is not', null),
            eb('key.revoked_at', 'is', null),
            or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]),
          ]),
        ]),
      );
  /** Returns an entry for each camera of valid tokens whose access the issuer manages: how many of them are gone. */
  const entriesOf = async (transaction: Db, { customerId, apiKey }: Viewer, actor: SharingActor, rows: readonly EmbedTokensTable[]) => {
    const now = clock.now();
    const counts = new Map<string, number>();
    for (const row of rows.filter(({ expires_at: expiresAt }) => expiresAt > now))
      for (const cameraId of readTerms(row.terms).cameraIds) counts.set(cameraId, (counts.get(cameraId) ?? 0) + 1);
    if (counts.size === 0) return [];
    const accessRows = await readAccessRows(transaction, customerId, [...counts.keys()]);
    return accessRows.flatMap((row) => {
      const access = accessOf(row, customerId, now);
      if (!access?.capabilities.canManageAccess) return [];
      const { cameraId } = access;
      return entryBy(actor, {
        kind: 'embed-tokens-revoked',
        cameraId,
        grant: grantOf(access, apiKey),
        subject: String(counts.get(cameraId)),
      });
    });
  };
  const remove = async (issuer: Viewer, actor: SharingActor, id: string | null): Promise<EmbedTokensTable[]> => {
    const rows = await retryOnce(() =>
      db.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('embed_tokens')
          .where((builder) =>
            issuer.apiKey ? builder('api_key_id', '=', issuer.apiKey.id) : builder('customer_id', '=', issuer.customerId),
          )
          .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
          .returningAll()
          .execute();
        await record(transaction, await entriesOf(transaction, issuer, actor, removed));
        return removed;
      }),
    );
    announce(rows);
    return rows;
  };

  return {
    create: async (issuer, actor, { ttlSeconds, ...request }) => {
      const { customerId, familyId, apiKey } = issuer;
      // Only a session and a key can create tokens: neither a guest nor another token.
      if (familyId === null && !apiKey) throw new AppError('unauthorized');
      limit(apiKey?.id ?? customerId);
      if (apiKey) requireWithinKey(apiKey, request);
      const cameras = await requireManagedCameras(db, customerId, request.cameraIds, clock.now());
      checkPageOrigins(request.origins);
      checkArchive(request.archive);
      if (apiKey) requireOriginsOfKey(apiKey, request.origins);
      const now = clock.now();
      const terms: StoredTerms = request;
      const claims = { id: newId('emb'), iat: now, exp: now + ttlSeconds * 1000, rights: embedRights(tokens, [customerId, terms]) };
      const noted = cameras.filter(({ access }) => recent.isNew(`${apiKey?.id ?? customerId} ${access.cameraId}`, { renews: false }));
      await retryOnce(() =>
        db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('embed_tokens')
            .values({
              id: claims.id,
              customer_id: customerId,
              family_id: familyId,
              api_key_id: apiKey?.id ?? null,
              terms: JSON.stringify(terms),
              created_at: now,
              expires_at: claims.exp,
            })
            .execute();
          const kind = 'embed-token-created';
          await record(
            transaction,
            noted.map(({ access }) => {
              const subject = request.viewerId ?? request.origins.join(', ');
              return entryBy(actor, { kind, cameraId: access.cameraId, grant: grantOf(access, apiKey), subject });
            }),
          );
        }),
      );
      return { id: claims.id, token: signEmbedToken(tokens, claims), expiresAt: claims.exp };
    },

    list: async (issuer) => {
      const now = clock.now();
      const { total, last } = await valid(issuer, now)
        .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('embed_tokens.expires_at').as('last')])
        .executeTakeFirstOrThrow();
      const rows = await valid(issuer, now)
        .selectAll('embed_tokens')
        .orderBy('embed_tokens.created_at', 'desc')
        .orderBy('embed_tokens.id', 'desc')
        .limit(shownTokens)
        .execute();
      return { count: Number(total), lastExpiresAt: last === null ? null : Number(last), tokens: rows.map(toAnswer) };
    },

    revoke: async (issuer, actor, id) => {
      const rows = await remove(issuer, actor, id);
      if (rows.length === 0) throw new AppError('not-found');
    },
    revokeAll: async (issuer, actor) => void (await remove(issuer, actor, null)),
    prune: async (now) => void (await db.deleteFrom('embed_tokens').where('expires_at', '<=', now).execute()),
  };
}

/** Returns what allowed the issuer to act, for the log. */
function grantOf(access: CameraAccess, apiKey: Viewer['apiKey']): AccessEntry['grant'] {
  return apiKey ? { kind: 'api-key', name: apiKey.name } : grantOfEntry(access);
}

/** @throws {AppError} not-found for a camera that the key doesn't have, or scope-missing */
function requireWithinKey(key: ApiKey, { cameraIds, live, archive, withAudio, withPtz, withTalk }: StoredTerms): void {
  if (!cameraIds.every((id) => isCameraOfKey(key, id))) throw new AppError('not-found');
  const requested: readonly (readonly [boolean, ApiKeyScope])[] = [
    [live, 'live'],
    [archive !== null, 'archive'],
    [withAudio, 'sound'],
    [withPtz, 'ptz'],
    [withTalk, 'talk'],
  ];
  for (const [isRequested, scope] of requested) if (isRequested) requireScope(key, scope);
}

/** @throws {AppError} origin-forbidden */
function requireOriginsOfKey(key: ApiKey, origins: readonly string[]): void {
  const others = origins.filter((origin) => !key.origins.includes(origin));
  if (key.origins.length > 0 && others.length > 0) throw new AppError('origin-forbidden', { details: { origins: others } });
}

function toAnswer(row: EmbedTokensTable): EmbedToken {
  const { cameraIds, origins, viewerId } = readTerms(row.terms);
  return {
    id: row.id,
    cameraIds: [...cameraIds],
    origins: [...origins],
    viewerId,
    apiKeyId: row.api_key_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  } satisfies Complete<EmbedToken>;
}

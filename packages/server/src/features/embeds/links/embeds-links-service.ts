import {
  embedLinkOptionsSchema,
  maxEmbedLinks,
  type EmbedLink,
  type EmbedLinkOptions,
  type OpenedEmbedLink,
} from '@watchpost/contract/schemas/embeds';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { EmbedLinksTable } from '../../../db/developer-tables.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { newId } from '../../../kernel/ids.ts';
import type { AccessChanges } from '../../../kernel/module/access-changes.ts';
import { embedRights, readEmbedToken, signEmbedToken, type Tokens } from '../../../kernel/tokens.ts';
import { checkPageOrigins, randomLetters } from '../../api-keys/index.ts';
import { accessOf, readAccessRows } from '../../cameras/index.ts';
import {
  entryBy,
  grantOfEntry,
  lockCustomer,
  requireManagedCameras,
  retryOnce,
  type AccessChangeRecorder,
  type SharingActor,
} from '../../sharing/index.ts';
import { checkArchive } from '../embeds-terms.ts';
import { linkColumnsOf, linkOptionsOf, readActiveLink } from './embeds-links-rows.ts';

/** Public pages with a player. Another user's link is answered like an unknown one, except when it is opened. */
export interface EmbedLinksService {
  /** Returns links, newest first; those that ended up to 90 days ago, too. */
  list(customerId: string): Promise<EmbedLink[]>;
  /** @throws {AppError} not-found or forbidden for a camera whose access the customer doesn't manage, invalid-request, or limit-reached */
  create(actor: SharingActor, options: EmbedLinkOptions): Promise<EmbedLink>;
  /** @throws {AppError} as `create`; conflict for a revoked link */
  update(actor: SharingActor, id: string, change: EmbedLinkChange): Promise<EmbedLink>;
  /** Revokes a link; again, nothing. @throws {AppError} not-found */
  revoke(actor: SharingActor, id: string): Promise<void>;
  /** Returns a link that has not ended, with the cameras that its creator can still share; null for any other. */
  find(id: string): Promise<ActiveLink | null>;
  /**
   * Returns a token for the link's page.
   * @param visit.origin of this server
   * @param visit.previous the visitor's token until now: the visitor stays the same
   * @throws {AppError} not-found for a link that doesn't exist or has ended
   */
  open(id: string, visit: { readonly origin: string; readonly previous: string | null }): Promise<OpenedEmbedLink>;
  /** Deletes links that ended more than 90 days before. */
  prune(now: number): Promise<void>;
}

export interface ActiveLink {
  readonly id: string;
  readonly options: EmbedLinkOptions;
  readonly cameraIds: readonly string[];
}

type EmbedLinkChange = { readonly [Name in keyof EmbedLinkOptions]?: EmbedLinkOptions[Name] | undefined };

export interface EmbedLinksServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly record: AccessChangeRecorder;
  readonly accessChanges: Pick<AccessChanges, 'changed'>;
  /** Returns how many people watch each link now. */
  readonly viewerCounts: () => ReadonlyMap<string, number>;
  /** Returns the address under which this server is reached. */
  readonly appOrigin: () => string;
}

const keptMs = 90 * 86_400_000;
const tokenTtlMs = 3_600_000;
const idLength = 10;

export function createEmbedLinksService(deps: EmbedLinksServiceDeps): EmbedLinksService {
  const { db, clock, tokens, record, accessChanges, viewerCounts, appOrigin } = deps;

  const answerOf = (row: EmbedLinksTable, counts: ReadonlyMap<string, number>): EmbedLink =>
    ({
      id: row.id,
      ...linkOptionsOf(row),
      url: `${appOrigin()}/e/${row.id}`,
      state: stateOf(row, clock.now()),
      viewerCount: counts.get(row.id) ?? 0,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
    }) satisfies Complete<EmbedLink>;
  const readOwn = async (customerId: string, id: string): Promise<EmbedLinksTable> => {
    const own = db.selectFrom('embed_links').selectAll().where('id', '=', id).where('customer_id', '=', customerId);
    const row = await own.executeTakeFirst();
    if (!row) throw new AppError('not-found');
    return row;
  };
  /** Returns those of a link's cameras whose access a customer manages now. */
  const managed = async (customerId: string, cameraIds: readonly string[]) => {
    const rows = await readAccessRows(db, customerId, cameraIds);
    return rows.flatMap((row) => {
      const access = accessOf(row, customerId, clock.now());
      return access?.capabilities.canManageAccess ? [access] : [];
    });
  };
  const entriesOf = (
    actor: SharingActor,
    kind: 'embed-link-created' | 'embed-link-changed' | 'embed-link-revoked',
    name: string,
    cameras: Awaited<ReturnType<typeof managed>>,
  ) => cameras.map((access) => entryBy(actor, { kind, cameraId: access.cameraId, grant: grantOfEntry(access), subject: name }));
  const announce = (customerId: string, cameraIds: readonly string[]): void => {
    for (const cameraId of new Set(cameraIds)) accessChanges.changed(cameraId, customerId);
  };

  const find = async (id: string): Promise<ActiveLink | null> => {
    const row = await readActiveLink(db, id, clock.now());
    if (!row) return null;
    const options = linkOptionsOf(row);
    const shared = new Set((await managed(row.customer_id, options.cameraIds)).map(({ cameraId }) => cameraId));
    const cameraIds = options.cameraIds.filter((cameraId) => shared.has(cameraId));
    return cameraIds.length > 0 ? { id, options, cameraIds } : null;
  };

  return {
    find,

    list: async (customerId) => {
      const since = clock.now() - keptMs;
      const rows = await db
        .selectFrom('embed_links')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>', since)]))
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', since)]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      const counts = viewerCounts();
      return rows.map((row) => answerOf(row, counts));
    },

    create: (actor, options) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const now = clock.now();
        const cameras = await requireManagedCameras(db, customerId, options.cameraIds, now);
        checkOptions(options, now);
        const row = {
          ...linkColumnsOf(options),
          id: randomLetters(idLength),
          customer_id: customerId,
          created_at: now,
          revoked_at: null,
        };
        await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          await requireRoom(transaction, customerId, null, now);
          await transaction.insertInto('embed_links').values(row).execute();
          const accesses = cameras.map(({ access }) => access);
          await record(transaction, entriesOf(actor, 'embed-link-created', options.name, accesses));
        });
        return answerOf(row, new Map());
      }),

    update: (actor, id, change) =>
      retryOnce(async () => {
        const { customerId } = actor;
        const now = clock.now();
        const before = linkOptionsOf(await readOwn(customerId, id)).cameraIds;
        if (change.cameraIds !== undefined) await requireManagedCameras(db, customerId, change.cameraIds, now);
        const concerned = [...new Set([...before, ...(change.cameraIds ?? [])])];
        const cameras = await managed(customerId, concerned);
        const changed = await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          const row = await transaction.selectFrom('embed_links').selectAll().where('id', '=', id).executeTakeFirst();
          if (!row) throw new AppError('not-found');
          if (row.revoked_at !== null) throw new AppError('conflict');
          const options = embedLinkOptionsSchema.parse({ ...linkOptionsOf(row), ...withoutAbsent(change) });
          // The name of an expired link can be changed, too.
          checkOptions({ ...options, expiresAt: change.expiresAt ?? null }, now);
          if (options.expiresAt === null || options.expiresAt > now) await requireRoom(transaction, customerId, id, now);
          await transaction.updateTable('embed_links').set(linkColumnsOf(options)).where('id', '=', id).execute();
          await record(transaction, entriesOf(actor, 'embed-link-changed', options.name, cameras));
          return { ...row, ...linkColumnsOf(options) };
        });
        announce(customerId, concerned);
        return answerOf(changed, viewerCounts());
      }),

    revoke: async (actor, id) => {
      const { customerId } = actor;
      const { cameraIds } = linkOptionsOf(await readOwn(customerId, id));
      const cameras = await managed(customerId, cameraIds);
      await db.transaction().execute(async (transaction) => {
        const revoked = await transaction
          .updateTable('embed_links')
          .set({ revoked_at: clock.now() })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('name')
          .executeTakeFirst();
        if (revoked) await record(transaction, entriesOf(actor, 'embed-link-revoked', revoked.name, cameras));
      });
      announce(customerId, cameraIds);
    },

    open: async (id, { origin, previous }) => {
      const link = await find(id);
      if (!link) throw new AppError('not-found');
      const { name, archive, withAudio, expiresAt } = link.options;
      const known = previous === null ? undefined : readEmbedToken(tokens, previous)?.link;
      const visitor = known?.id === id ? known.visitor : newId('vis');
      const now = clock.now();
      const exp = Math.min(now + tokenTtlMs, expiresAt ?? Infinity);
      const rights = embedRights(tokens, [id, link.cameraIds, archive, withAudio]);
      const token = signEmbedToken(tokens, { id: newId('emb'), iat: now, exp, rights, link: { id, visitor, origin } });
      return { token, expiresAt: exp, name, cameraIds: [...link.cameraIds], hasArchive: archive !== null, withAudio };
    },

    prune: async (now) => {
      const before = now - keptMs;
      await db
        .deleteFrom('embed_links')
        .where(({ eb, or }) => or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
        .execute();
    },
  };
}

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt }: EmbedLinksTable, now: number): EmbedLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** @throws {AppError} invalid-request */
function checkOptions({ origins, archive, expiresAt }: EmbedLinkOptions, now: number): void {
  checkPageOrigins(origins);
  checkArchive(archive);
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError('invalid-request', { details: { fields: [{ field: 'expiresAt', message: 'Must be in the future' }] } });
}

/** @param id of a link that is not counted; null for none */
async function requireRoom(transaction: Db, customerId: string, id: string | null, now: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('embed_links')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('customer_id', '=', customerId)
    .where('id', '!=', id ?? '')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(total) >= maxEmbedLinks) throw new AppError('limit-reached', { details: { max: maxEmbedLinks } });
}

function withoutAbsent(change: EmbedLinkChange): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

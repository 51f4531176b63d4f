import { isGrantWithin } from '@watchpost/contract/access/capabilities';
import {
  inviteOptionsSchema,
  type CreateInviteBody,
  type Invite,
  type InviteOptions,
  type UpdateInviteBody,
} from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { newId } from '../../../kernel/ids.ts';
import { inviteTokenHash, inviteTokenOf, type Tokens } from '../../../kernel/tokens.ts';
import { readCameras, requireManagedCameras, type AccessibleCamera } from '../sharing-cameras.ts';
import { entryBy, grantOfEntry, type AccessChangeRecorder, type AccessNotifier, type SharingActor } from '../sharing-changes.ts';
import { lockCustomer, lockInvite, retryOnce } from '../sharing-locks.ts';
import { removeInviteUsers } from './sharing-invite-users.ts';
import { checkOptions, columnsOf, grantOfInvite, optionsOf } from './sharing-invite-grant.ts';
import { countInviteUsers, readInvites, type InviteScope, type StoredInvite } from './sharing-invites-repository.ts';

/** The links by which cameras are shared. */
export interface InvitesService {
  /** Returns a customer's own links, newest first. */
  listOwn(customerId: string): Promise<Invite[]>;
  /** Returns the links of a camera by any creator, newest first, for a customer who manages its access. */
  listOfCamera(customerId: string, cameraId: string): Promise<Invite[]>;
  /** @throws {AppError} not-found, forbidden, share-exceeds-access, invalid-request, conflict for too many links */
  create(actor: SharingActor, body: CreateInviteBody): Promise<Invite>;
  /** @throws {AppError} not-found, forbidden for anyone but the creator, invite-inactive, otherwise as `create` */
  update(actor: SharingActor, inviteId: string, change: UpdateInviteBody): Promise<Invite>;
  /**
   * Revokes a link, also one that is revoked already.
   * @param options.removeUsers also ends what others got by it on the cameras that the actor manages
   */
  revoke(actor: SharingActor, inviteId: string, options: { readonly removeUsers: boolean }): Promise<void>;
  /** Returns an active link of this creator. @throws {AppError} not-found, forbidden for anyone else, invite-inactive */
  requireOwn(customerId: string, inviteId: string): Promise<{ readonly invite: StoredInvite; readonly token: string }>;
}

export interface InvitesServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly record: AccessChangeRecorder;
  readonly notifier: AccessNotifier;
}

/** Active links of one user. */
const maxActiveInvites = 1000;

export function createInvitesService({ db, clock, tokens, record, notifier }: InvitesServiceDeps): InvitesService {
  const list = async (customerId: string, scope: InviteScope, executor: Db = db): Promise<Invite[]> => {
    const now = clock.now();
    const invites = await readInvites(executor, scope, now);
    const { users, guests } = await countInviteUsers(executor, scope);
    const foreign = invites.filter(({ row }) => row.creator_id !== customerId);
    const foreignCameraIds = new Set(foreign.flatMap(({ cameras }) => cameras.map(({ id }) => id)));
    const visible = await readCameras(executor, customerId, [...foreignCameraIds], now);
    return invites.map(({ row, cameras, state }) => {
      const isOwn = row.creator_id === customerId;
      const shown = cameras.filter(({ id }) => isOwn || visible.get(id)?.access.capabilities.canManageAccess === true);
      return {
        id: row.id,
        ...optionsOf(row),
        cameras: shown.map(({ id, title }) => ({ id, title })),
        creator: { customerId: row.creator_id, email: row.creator_email },
        isOwn,
        token: isOwn && state === 'active' ? inviteTokenOf(tokens, row.id) : null,
        state,
        userCount: users.get(row.id) ?? 0,
        guestCount: guests.get(row.id) ?? 0,
        createdAt: row.created_at,
        revokedAt: row.revoked_at,
      } satisfies Complete<Invite>;
    });
  };

  const getOne = async (customerId: string, id: string): Promise<Invite> => {
    const [invite] = await list(customerId, { kind: 'id', id });
    if (!invite) throw new AppError('not-found');
    return invite;
  };

  /** Finds a link for its creator or a manager of one of its cameras; for others it doesn't exist. */
  const findFor = async (
    customerId: string,
    id: string,
  ): Promise<{ readonly invite: StoredInvite; readonly managed: readonly AccessibleCamera[] }> => {
    const now = clock.now();
    const [invite] = await readInvites(db, { kind: 'id', id }, now);
    if (!invite) throw new AppError('not-found');
    const cameras = await readCameras(
      db,
      customerId,
      invite.cameras.map((camera) => camera.id),
      now,
    );
    const managed = [...cameras.values()].filter(({ access }) => access.capabilities.canManageAccess);
    if (invite.row.creator_id !== customerId && managed.length === 0) throw new AppError('not-found');
    return { invite, managed };
  };

  const requireWithin = (options: InviteOptions, cameras: readonly AccessibleCamera[]): void => {
    const grant = grantOfInvite(columnsOf(options), clock.now());
    const exceeded = cameras.filter(({ access }) => !isGrantWithin(grant, access.grant)).map(({ access }) => access.cameraId);
    if (exceeded.length > 0) throw new AppError('share-exceeds-access', { details: { cameraIds: exceeded } });
  };

  const entriesOf = (
    actor: SharingActor,
    kind: 'link-created' | 'link-changed' | 'link-revoked',
    label: string,
    cameras: readonly AccessibleCamera[],
  ) =>
    cameras.map(({ access }) =>
      entryBy(actor, { kind, cameraId: access.cameraId, grant: grantOfEntry(access), subject: label === '' ? null : label }),
    );

  return {
    listOwn: (customerId) => list(customerId, { kind: 'creator', customerId }),
    listOfCamera: (customerId, cameraId) => list(customerId, { kind: 'camera', cameraId }),

    create: async (actor, { cameraIds, ...options }) => {
      const { customerId } = actor;
      const created = await retryOnce(async () => {
        const now = clock.now();
        const cameras = await requireManagedCameras(db, customerId, cameraIds, now);
        requireWithin(options, cameras);
        checkOptions(options, now);
        const id = newId('inv');
        await db.transaction().execute(async (transaction) => {
          await lockCustomer(transaction, customerId);
          await requireRoom(transaction, customerId, now);
          const tokenHash = inviteTokenHash(tokens, inviteTokenOf(tokens, id));
          await transaction
            .insertInto('invites')
            .values({ ...columnsOf(options), id, creator_id: customerId, token_hash: tokenHash, created_at: now, revoked_at: null })
            .execute();
          await insertCameras(transaction, id, cameraIds);
          await record(transaction, entriesOf(actor, 'link-created', options.label, cameras));
        });
        return id;
      });
      return getOne(customerId, created);
    },

    update: async (actor, id, { cameraIds, ...change }) => {
      const { customerId } = actor;
      await retryOnce(async () => {
        const now = clock.now();
        const { invite, managed } = await findFor(customerId, id);
        if (invite.row.creator_id !== customerId) throw new AppError('forbidden');
        if (invite.row.revoked_at !== null) throw new AppError('invite-inactive');
        const cameras = cameraIds === undefined ? managed : await requireManagedCameras(db, customerId, cameraIds, now);
        await db.transaction().execute(async (transaction) => {
          // The link's row is locked: of two changes at the same time, the second is applied to the result of the first.
          const row = await lockInvite(transaction, id);
          if (!row || row.revoked_at !== null) throw new AppError('invite-inactive');
          const options = inviteOptionsSchema.parse({ ...optionsOf(row), ...change });
          requireWithin(options, cameras);
          // The label of an expired link can be changed, too.
          checkOptions({ ...options, expiresAt: change.expiresAt ?? null }, now);
          await transaction.updateTable('invites').set(columnsOf(options)).where('id', '=', id).execute();
          if (cameraIds !== undefined) {
            await transaction.deleteFrom('invite_cameras').where('invite_id', '=', id).execute();
            await insertCameras(transaction, id, cameraIds);
          }
          await record(transaction, entriesOf(actor, 'link-changed', options.label, cameras));
        });
        // A link's guests have what the link gives now.
        notifier.notify(new Set([...invite.cameras.map((camera) => camera.id), ...cameras.map(({ access }) => access.cameraId)]), null);
      });
      return getOne(customerId, id);
    },

    revoke: async (actor, id, { removeUsers }) => {
      const { customerId } = actor;
      const now = clock.now();
      const { invite, managed } = await findFor(customerId, id);
      const removed = await db.transaction().execute(async (transaction) => {
        const row = await lockInvite(transaction, id);
        if (!row) throw new AppError('not-found');
        if (row.revoked_at === null) {
          await transaction.updateTable('invites').set({ revoked_at: now }).where('id', '=', id).execute();
          await record(transaction, entriesOf(actor, 'link-revoked', row.label, managed));
        }
        await transaction.deleteFrom('guests').where('invite_id', '=', id).execute();
        return removeUsers ? removeInviteUsers(transaction, { actor, inviteId: id, cameras: managed, at: now, record }) : [];
      });
      notifier.notify(
        invite.cameras.map((camera) => camera.id),
        null,
      );
      for (const { camera_id: cameraId, customer_id: userId } of removed) notifier.notify([cameraId], userId);
    },

    requireOwn: async (customerId, id) => {
      const { invite } = await findFor(customerId, id);
      if (invite.row.creator_id !== customerId) throw new AppError('forbidden');
      if (invite.state !== 'active') throw new AppError('invite-inactive');
      return { invite, token: inviteTokenOf(tokens, id) };
    },
  };
}

async function requireRoom(transaction: Db, customerId: string, now: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('invites')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('creator_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(total) >= maxActiveInvites)
    throw new AppError('conflict', { message: 'An account has at most 1000 active links: revoke one.', details: { maxActiveInvites } });
}

async function insertCameras(transaction: Db, inviteId: string, cameraIds: readonly string[]): Promise<void> {
  await transaction
    .insertInto('invite_cameras')
    .values(cameraIds.map((cameraId) => ({ invite_id: inviteId, camera_id: cameraId })))
    .execute();
}

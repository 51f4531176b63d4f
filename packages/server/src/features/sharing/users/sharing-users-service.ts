import type { CameraUser, CameraUsers, UpdateCameraUserBody, User, Users } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { grantColumnsOf, grantOf } from '../../cameras/index.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { closeInvites } from '../invites/sharing-invite-users.ts';
import { readManagedCameras, type AccessibleCamera } from '../sharing-cameras.ts';
import { entryBy, grantOfEntry, type AccessChangeRecorder, type AccessNotifier, type SharingActor } from '../sharing-changes.ts';
import { lockGrant } from '../sharing-locks.ts';
import { changeGrant } from './sharing-grant-change.ts';
import { readLinkGuests } from './sharing-link-guests.ts';
import {
  countPeople,
  readGrants,
  readGrantsAfter,
  readOwner,
  readPeopleAfter,
  toUserGrant,
  type Person,
  type UserGrantRow,
} from './sharing-users-repository.ts';
import { notWatched, readWatching, type Watching } from './sharing-watching.ts';

interface Page {
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The users who have access to cameras. The caller manages the camera of each `CameraAccess`. */
export interface SharingUsersService {
  /** Returns a camera's users by e-mail address, its owner first. */
  listOfCamera(camera: CameraAccess, page: Page): Promise<CameraUsers>;
  /** Returns everyone with access to the cameras that a customer manages, by e-mail address. */
  list(customerId: string, page: Page): Promise<Users>;
  /** @throws {AppError} not-found, forbidden for the owner's access, share-exceeds-access for more than one's own, invalid-request */
  update(camera: CameraAccess, actor: SharingActor, customerId: string, change: UpdateCameraUserBody): Promise<CameraUser>;
  /** Revokes a user's access to a camera, or gives up one's own. @throws {AppError} not-found, forbidden for the owner's */
  remove(camera: CameraAccess, actor: SharingActor, customerId: string): Promise<void>;
  /** Revokes a user's access to every camera that the actor manages. @throws {AppError} not-found, forbidden when all of it is the owner's */
  removeFromAll(actor: SharingActor, customerId: string): Promise<void>;
}

export interface SharingUsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly record: AccessChangeRecorder;
  readonly notifier: AccessNotifier;
}

export function createSharingUsersService({ db, clock, record, notifier }: SharingUsersDeps): SharingUsersService {
  const ownerOf = async (cameraId: string): Promise<Person> => {
    const owner = await readOwner(db, cameraId);
    if (!owner) throw new AppError('not-found');
    return owner;
  };
  const toCameraUser = (row: UserGrantRow, selfId: string, watching: Watching = notWatched): CameraUser =>
    ({
      customerId: row.customer_id,
      email: row.email,
      isOwner: false,
      isSelf: row.customer_id === selfId,
      ...toUserGrant(row),
      ...watching,
    }) satisfies Complete<CameraUser>;

  const endAccess = async (
    transaction: Db,
    actor: SharingActor,
    customerId: string,
    cameras: readonly CameraAccess[],
  ): Promise<readonly string[]> => {
    const byId = new Map(cameras.map((camera) => [camera.cameraId, camera]));
    const cameraIds = [...byId.keys()];
    const rows = await readGrants(transaction, cameraIds, [customerId], clock.now());
    const ended = rows.flatMap((row) => {
      const camera = byId.get(row.camera_id);
      return camera ? [{ row, camera }] : [];
    });
    if (ended.length === 0) return [];
    const endedIds = ended.map(({ row }) => row.camera_id);
    await transaction.deleteFrom('camera_grants').where('customer_id', '=', customerId).where('camera_id', 'in', endedIds).execute();
    const isSelf = customerId === actor.customerId;
    // A user who leaves can come back by the same link; one who was removed can't.
    if (!isSelf) await closeInvites(transaction, { cameraIds: endedIds, customerIds: [customerId], at: clock.now() });
    await record(
      transaction,
      ended.map(({ row, camera }) =>
        entryBy(actor, {
          kind: isSelf ? 'access-left' : 'access-revoked',
          cameraId: row.camera_id,
          grant: grantOfEntry(camera, isSelf ? row.label : null),
          subject: isSelf ? null : row.email,
        }),
      ),
    );
    return endedIds;
  };

  return {
    listOfCamera: async ({ cameraId, customerId: selfId }, { cursor, limit }) => {
      const now = clock.now();
      const isFirst = cursor === undefined;
      const owner = await ownerOf(cameraId);
      const found = await readGrantsAfter(db, cameraId, { email: cursor ?? '', limit: limit + 1 }, now);
      const rows = found.slice(0, limit);
      const watching = await readWatching(db, [cameraId], [owner.id, ...rows.map(({ customer_id: id }) => id)]);
      const ownerUser = {
        customerId: owner.id,
        email: owner.email,
        isOwner: true,
        isSelf: owner.id === selfId,
        grant: null,
        source: null,
        grantedAt: null,
        ...(watching.get(owner.id) ?? notWatched),
      } satisfies Complete<CameraUser>;
      return {
        users: [...(isFirst ? [ownerUser] : []), ...rows.map((row) => toCameraUser(row, selfId, watching.get(row.customer_id)))],
        guests: isFirst ? (await readLinkGuests(db, [cameraId], now)).map(({ cameraIds: _, ...guests }) => guests) : [],
        total: await countPeople(db, [cameraId], now),
        next: found.length > limit ? (rows.at(-1)?.email ?? null) : null,
      } satisfies Complete<CameraUsers>;
    },

    list: async (selfId, { cursor, limit }) => {
      const now = clock.now();
      const managed = await readManagedCameras(db, selfId, now);
      const cameraIds = [...managed.keys()];
      if (cameraIds.length === 0) return { users: [], guests: [], total: 0, next: null };
      const found = await readPeopleAfter(db, cameraIds, { email: cursor ?? '', limit: limit + 1 }, now);
      const people = found.slice(0, limit);
      const ids = people.map(({ id }) => id);
      const grantsOf = Map.groupBy(await readGrants(db, cameraIds, ids, now), ({ customer_id: customerId }) => customerId);
      const watching = await readWatching(db, cameraIds, ids);
      const toUser = ({ id, email }: Person): User => ({
        customerId: id,
        email,
        isSelf: id === selfId,
        ...(watching.get(id) ?? notWatched),
        cameras: camerasOf(managed, id, grantsOf.get(id) ?? []),
      });
      return {
        users: people.map(toUser),
        guests: cursor === undefined ? await readLinkGuests(db, cameraIds, now) : [],
        total: await countPeople(db, cameraIds, now),
        next: found.length > limit ? (people.at(-1)?.email ?? null) : null,
      } satisfies Complete<Users>;
    },

    update: async (camera, actor, customerId, change) => {
      const { cameraId, customerId: selfId } = camera;
      const now = clock.now();
      if ((await ownerOf(cameraId)).id === customerId) throw new AppError('forbidden');
      await db.transaction().execute(async (transaction) => {
        // The row is locked: two changes at the same time are applied one after the other.
        const row = await lockGrant(transaction, customerId, cameraId);
        const [known] = await readGrants(transaction, [cameraId], [customerId], now);
        if (!row || !known) throw new AppError('not-found');
        const isSelf = customerId === selfId;
        const next = changeGrant({ current: grantOf(row), change, own: camera.grant, isSelf, now });
        await transaction
          .updateTable('camera_grants')
          .set(grantColumnsOf(next))
          .where('camera_id', '=', cameraId)
          .where('customer_id', '=', customerId)
          .execute();
        await closeInvites(transaction, { cameraIds: [cameraId], customerIds: [customerId], at: now });
        await record(transaction, [
          entryBy(actor, { kind: 'access-changed', cameraId, grant: grantOfEntry(camera), subject: known.email }),
        ]);
      });
      notifier.notify([cameraId], customerId);
      const [changed] = await readGrants(db, [cameraId], [customerId], now);
      if (!changed) throw new AppError('not-found');
      const watching = await readWatching(db, [cameraId], [customerId]);
      return toCameraUser(changed, selfId, watching.get(customerId));
    },

    remove: async (camera, actor, customerId) => {
      if ((await ownerOf(camera.cameraId)).id === customerId) throw new AppError('forbidden');
      const ended = await db.transaction().execute((transaction) => endAccess(transaction, actor, customerId, [camera]));
      if (ended.length === 0) throw new AppError('not-found');
      notifier.notify(ended, customerId);
    },

    removeFromAll: async (actor, customerId) => {
      const managed = [...(await readManagedCameras(db, actor.customerId, clock.now())).values()];
      const accesses = managed.map(({ access }) => access);
      const ended = await db.transaction().execute((transaction) => endAccess(transaction, actor, customerId, accesses));
      if (ended.length > 0) return notifier.notify(ended, customerId);
      throw new AppError(managed.some(({ ownerId }) => ownerId === customerId) ? 'forbidden' : 'not-found');
    },
  };
}

function camerasOf(managed: ReadonlyMap<string, AccessibleCamera>, customerId: string, grants: readonly UserGrantRow[]): User['cameras'] {
  const grantOfCamera = new Map(grants.map((row) => [row.camera_id, row]));
  return [...managed].flatMap(([cameraId, { ownerId }]): User['cameras'] => {
    if (ownerId === customerId) return [{ cameraId, isOwner: true, grant: null, source: null }];
    const row = grantOfCamera.get(cameraId);
    if (!row) return [];
    const { grant, source } = toUserGrant(row);
    return [{ cameraId, isOwner: false, grant, source }];
  });
}

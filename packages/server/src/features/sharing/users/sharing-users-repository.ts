import type { CameraUser } from '@watchpost/contract/schemas/sharing';
import type { Db } from '../../../db/database.ts';
import type { CameraGrantsTable } from '../../../db/sharing-tables.ts';
import { grantOf } from '../../cameras/index.ts';

/** What a user was granted on a camera, with the user's address and the link by which it came. */
export interface UserGrantRow extends CameraGrantsTable {
  readonly email: string;
  readonly label: string | null;
  /** Null without a link, and for a deleted account. */
  readonly creator_email: string | null;
}

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** People after this e-mail address, in its order. */
interface After {
  readonly email: string;
  readonly limit: number;
}

/** Reads the owner of a camera. */
export function readOwner(db: Db, cameraId: string): Promise<Person | undefined> {
  return db
    .selectFrom('cameras')
    .innerJoin('customers', 'customers.id', 'cameras.owner_id')
    .select(['customers.id', 'customers.email'])
    .where('cameras.id', '=', cameraId)
    .executeTakeFirst();
}

/** Reads what one user, or some, have on cameras now. */
export async function readGrants(
  db: Db,
  cameraIds: readonly string[],
  customerIds: readonly string[],
  now: number,
): Promise<UserGrantRow[]> {
  if (cameraIds.length === 0 || customerIds.length === 0) return [];
  return selectGrants(db, cameraIds, now).where('camera_grants.customer_id', 'in', customerIds).execute();
}

/** Reads a page of the users of one camera; the owner is not among them. */
export function readGrantsAfter(db: Db, cameraId: string, { email, limit }: After, now: number): Promise<UserGrantRow[]> {
  return selectGrants(db, [cameraId], now)
    .where('camera_grants.customer_id', 'not in', db.selectFrom('cameras').select('owner_id').where('id', '=', cameraId))
    .where('customers.email', '>', email)
    .orderBy('customers.email')
    .limit(limit)
    .execute();
}

/** Reads a page of the accounts that own one of these cameras or have access to one. */
export function readPeopleAfter(db: Db, cameraIds: readonly string[], { email, limit }: After, now: number): Promise<Person[]> {
  return selectPeople(db, cameraIds, now)
    .select(['customers.id', 'customers.email'])
    .where('customers.email', '>', email)
    .orderBy('customers.email')
    .limit(limit)
    .execute();
}

export async function countPeople(db: Db, cameraIds: readonly string[], now: number): Promise<number> {
  const { total } = await selectPeople(db, cameraIds, now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns what was granted, how and when, as the contract has it. */
export function toUserGrant(row: UserGrantRow): Pick<CameraUser, 'grant' | 'source' | 'grantedAt'> {
  const { invite_id: inviteId, label, creator_email: creatorEmail } = row;
  return {
    grant: grantOf(row),
    source: inviteId === null || label === null || creatorEmail === null ? null : { inviteId, label, creatorEmail },
    grantedAt: row.created_at,
  };
}

/** Selects the access that users have now: not expired, and not of deleted accounts. */
function selectGrants(db: Db, cameraIds: readonly string[], now: number) {
  return db
    .selectFrom('camera_grants')
    .innerJoin('customers', 'customers.id', 'camera_grants.customer_id')
    .leftJoin('invites', 'invites.id', 'camera_grants.invite_id')
    .leftJoin('customers as creator', (join) => join.onRef('creator.id', '=', 'invites.creator_id').on('creator.deleted_at', 'is', null))
    .selectAll('camera_grants')
    .select(['customers.email', 'invites.label', 'creator.email as creator_email'])
    .where('camera_grants.camera_id', 'in', cameraIds)
    .where('customers.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('camera_grants.expires_at', 'is', null), eb('camera_grants.expires_at', '>', now)]));
}

function selectPeople(db: Db, cameraIds: readonly string[], now: number) {
  const owners = db.selectFrom('cameras').select('owner_id').where('id', 'in', cameraIds);
  const grantees = db
    .selectFrom('camera_grants')
    .select('customer_id')
    .where('camera_id', 'in', cameraIds)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  return db
    .selectFrom('customers')
    .where('customers.deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('customers.id', 'in', owners), eb('customers.id', 'in', grantees)]));
}

import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { CamerasTable, EventsTable } from '../db/schema.ts';
import { grantColumnsOf } from '../features/cameras/index.ts';
import { viewGrant } from './camera-access.ts';
import type { CameraGrantsTable, GuestsTable, InvitesTable } from '../db/sharing-tables.ts';

/** Inserts rows directly, for tests that precede the calls that create them. */
export async function insertCustomer(db: Db, email: string): Promise<string> {
  const id = `cus_${randomUUID()}`;
  await db.insertInto('customers').values({ id, email, locale: 'en', created_at: 1 }).execute();
  return id;
}

/** Inserts a device with its secret, without a session. */
export async function insertDevice(db: Db, customerId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('devices')
    .values({ id, customer_id: customerId, name: 'web', token_hash: randomUUID(), created_at: 1, last_seen_at: 1 })
    .execute();
  return id;
}

/** Inserts an agent's camera, which needs no source. */
export async function insertCamera(db: Db, ownerId: string, over: Partial<CamerasTable> = {}): Promise<string> {
  const id = `cam_${randomUUID()}`;
  await db
    .insertInto('cameras')
    .values({
      id,
      owner_id: ownerId,
      title: 'Yard',
      platform: 'Embedded',
      source_kind: 'agent',
      source_sealed: null,
      serial_number: 'SERIAL-0042',
      model: 'Model 7',
      time_zone: 'Europe/Moscow',
      archive_days: 7,
      created_at: 1,
      ...over,
    })
    .execute();
  return id;
}

/** `viewGrant` as a row, which came by no link. */
export const viewGrantRow: Omit<CameraGrantsTable, 'camera_id' | 'customer_id'> = {
  ...grantColumnsOf(viewGrant),
  invite_id: null,
  created_at: 1,
};

export async function insertGrant(db: Db, cameraId: string, customerId: string, over: Partial<CameraGrantsTable> = {}): Promise<void> {
  await db
    .insertInto('camera_grants')
    .values({ camera_id: cameraId, customer_id: customerId, ...viewGrantRow, ...over })
    .execute();
}

/** Inserts a link to one camera: view only, for users and guests, without limits. */
export async function insertInvite(db: Db, cameraId: string, creatorId: string, over: Partial<InvitesTable> = {}): Promise<string> {
  const row: InvitesTable = {
    id: `inv_${randomUUID()}`,
    creator_id: creatorId,
    token_hash: randomUUID(),
    label: 'Neighbours',
    ...grantColumnsOf(viewGrant),
    archive_kind: 'all',
    max_users: null,
    max_viewers: null,
    allows_guests: 1,
    has_picture: 0,
    created_at: 1,
    revoked_at: null,
    ...over,
  };
  await db.insertInto('invites').values(row).execute();
  await db.insertInto('invite_cameras').values({ invite_id: row.id, camera_id: cameraId }).execute();
  return row.id;
}

export async function insertGuest(db: Db, inviteId: string, over: Partial<GuestsTable> = {}): Promise<string> {
  const id = `gst_${randomUUID()}`;
  await db
    .insertInto('guests')
    .values({ id, invite_id: inviteId, secret_hash: randomUUID(), joined_at: 1, last_seen_at: 1, browser: null, system: null, ...over })
    .execute();
  return id;
}

export async function insertEvent(db: Db, cameraId: string, values: Partial<EventsTable> = {}): Promise<string> {
  const id = values.id ?? `evt_${randomUUID()}`;
  const row: EventsTable = {
    id,
    camera_id: cameraId,
    type: 'motion',
    start_ms: 1_000_000,
    end_ms: 1_005_000,
    area: JSON.stringify({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }),
    has_picture: 0,
    score: null,
    label: null,
    ...values,
  };
  await db.insertInto('events').values(row).execute();
  return id;
}

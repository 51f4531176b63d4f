import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { CameraGrantsTable, CamerasTable, EventsTable } from '../db/schema.ts';

/** Rows written directly, for tests of what stands before the calls that make them. */
export async function insertCustomer(db: Db, email: string): Promise<string> {
  const id = `cus_${randomUUID()}`;
  await db.insertInto('customers').values({ id, email, locale: 'en', created_at: 1 }).execute();
  return id;
}

/** A device with its secret, not in use. */
export async function insertDevice(db: Db, customerId: string): Promise<string> {
  const id = randomUUID();
  await db.insertInto('devices').values({ id, customer_id: customerId, name: 'web', token_hash: randomUUID(), created_at: 1, last_seen_at: 1 }).execute();
  return id;
}

/** An agent's camera, which needs no source. */
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

export async function insertGrant(db: Db, cameraId: string, customerId: string, over: Partial<CameraGrantsTable> = {}): Promise<void> {
  const grant = { access: 'view', with_audio: 1, with_archive: 1, expires_at: null, created_at: 1 } as const;
  await db.insertInto('camera_grants').values({ camera_id: cameraId, customer_id: customerId, ...grant, ...over }).execute();
}

export async function insertEvent(db: Db, cameraId: string, values: Partial<EventsTable> = {}): Promise<string> {
  const id = values.id ?? `evt_${randomUUID()}`;
  const row: EventsTable = { id, camera_id: cameraId, type: 'motion', start_ms: 1_000_000, end_ms: 1_005_000, area: JSON.stringify({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }), has_picture: 0, ...values };
  await db.insertInto('events').values(row).execute();
  return id;
}

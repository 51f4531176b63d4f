import type { CameraAccess } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Db } from '../../db/database.ts';
import { accessOf, readAccessRows, type AccessRow } from '../cameras/index.ts';

/** A camera with what one customer can do with it. */
export interface AccessibleCamera {
  readonly title: string;
  readonly ownerId: string;
  readonly access: CameraAccess;
}

/** Reads the cameras of this list that a customer sees, by id. */
export async function readCameras(
  db: Db,
  customerId: string,
  cameraIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, AccessibleCamera>> {
  if (cameraIds.length === 0) return new Map();
  return toCameras(await readAccessRows(db, customerId, cameraIds), customerId, now);
}

/** Reads the cameras whose access a customer manages, by id, oldest first. */
export async function readManagedCameras(db: Db, customerId: string, now: number): Promise<ReadonlyMap<string, AccessibleCamera>> {
  const rows = await readAccessRows(db, customerId);
  return new Map([...toCameras(rows, customerId, now)].filter(([, { access }]) => access.capabilities.canManageAccess));
}

/**
 * Checks that a customer can share every one of these cameras.
 * @throws {AppError} not-found for a camera that the customer doesn't see, forbidden for one whose access they don't manage
 */
export async function requireManagedCameras(
  db: Db,
  customerId: string,
  cameraIds: readonly string[],
  now: number,
): Promise<readonly AccessibleCamera[]> {
  const visible = await readCameras(db, customerId, cameraIds, now);
  const cameras = cameraIds.map((id) => visible.get(id));
  if (cameras.includes(undefined)) throw new AppError('not-found');
  const found = cameras.filter((camera) => camera !== undefined);
  if (!found.every(({ access }) => access.capabilities.canManageAccess)) throw new AppError('forbidden');
  return found;
}

function toCameras(rows: readonly AccessRow[], customerId: string, now: number): Map<string, AccessibleCamera> {
  return new Map(
    rows.flatMap((row) => {
      const access = accessOf(row, customerId, now);
      return access ? [[row.id, { title: row.title, ownerId: row.owner_id, access }] as const] : [];
    }),
  );
}

import type { Db } from '../../db/database.ts';
import type { RegistrationTokensTable } from '../../db/schema.ts';

export interface AddCameraRepository {
  insertToken(row: RegistrationTokensTable): Promise<void>;
  findToken(tokenHash: string): Promise<RegistrationTokensTable | undefined>;
  /** True for exactly one of several that use it at once. */
  useToken(tokenHash: string, now: number): Promise<boolean>;
  /** The registration that a customer began, by its id. */
  findRegistration(id: string, customerId: string): Promise<RegistrationTokensTable | undefined>;
  /** Which camera has used it. */
  setCamera(tokenHash: string, cameraId: string): Promise<void>;
  /** Why a camera could not use it. */
  setRefusal(tokenHash: string, refusal: string): Promise<void>;
  /** Who has the camera of a serial number; null when nobody has. */
  findOwnerOfSerial(serialNumber: string): Promise<string | null>;
  insertAgent(cameraId: string, tokenHash: string, now: number): Promise<void>;
  /** The camera that an agent's token belongs to; paused while its owner's account is deleted and may still come back. */
  findAgent(tokenHash: string): Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
}

export function createAddCameraRepository(db: Db): AddCameraRepository {
  return {
    insertToken: async (row) => {
      // Old ones are of no use: cleared away here rather than by a job of their own.
      await db.deleteFrom('registration_tokens').where('expires_at', '<', row.expires_at - 24 * 60 * 60_000).execute();
      await db.insertInto('registration_tokens').values(row).execute();
    },
    findToken: (tokenHash) => db.selectFrom('registration_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),
    useToken: async (tokenHash, now) => {
      const { numUpdatedRows } = await db
        .updateTable('registration_tokens')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    },
    findRegistration: (id, customerId) => db.selectFrom('registration_tokens').selectAll().where('id', '=', id).where('customer_id', '=', customerId).executeTakeFirst(),
    setCamera: async (tokenHash, cameraId) => void (await db.updateTable('registration_tokens').set({ camera_id: cameraId }).where('token_hash', '=', tokenHash).execute()),
    setRefusal: async (tokenHash, refusal) => void (await db.updateTable('registration_tokens').set({ refusal }).where('token_hash', '=', tokenHash).execute()),
    findOwnerOfSerial: async (serialNumber) => (await db.selectFrom('cameras').select('owner_id').where('serial_number', '=', serialNumber).executeTakeFirst())?.owner_id ?? null,
    insertAgent: async (cameraId, tokenHash, now) => void (await db.insertInto('agents').values({ camera_id: cameraId, token_hash: tokenHash, created_at: now }).execute()),
    findAgent: async (tokenHash) => {
      const row = await db
        .selectFrom('agents')
        .innerJoin('cameras', 'cameras.id', 'agents.camera_id')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .select(['agents.camera_id', 'customers.deleted_at'])
        .where('agents.token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ? { cameraId: row.camera_id, isPaused: row.deleted_at !== null } : null;
    },
  };
}

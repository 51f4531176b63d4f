import type { Db } from '../../db/database.ts';
import type { RegistrationTokensTable } from '../../db/schema.ts';

export interface AddCameraRepository {
  insertToken(row: RegistrationTokensTable): Promise<void>;
  findToken(tokenHash: string): Promise<RegistrationTokensTable | undefined>;
  /** Returns true for exactly one of several concurrent uses. */
  useToken(tokenHash: string, now: number): Promise<boolean>;
  /** Finds a customer's registration by its id. */
  findRegistration(id: string, customerId: string): Promise<RegistrationTokensTable | undefined>;
  /** Stores which camera has used it. */
  setCamera(tokenHash: string, cameraId: string): Promise<void>;
  /** Stores why a camera could not use it. */
  setRefusal(tokenHash: string, refusal: string): Promise<void>;
  /** Returns the owner of the camera with a serial number; null when it has none. */
  findOwnerOfSerial(serialNumber: string): Promise<string | null>;
  /** Returns the titles of an account's cameras. */
  titlesOf(customerId: string): Promise<ReadonlySet<string>>;
  insertAgent(cameraId: string, tokenHash: string, now: number): Promise<void>;
  /** Whether the token belonged to a removed camera. */
  isRemovedAgent(tokenHash: string): Promise<boolean>;
  /** Finds the camera of an agent's token; paused while its owner's account is deleted but may still be restored. */
  findAgent(tokenHash: string): Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
}

export function createAddCameraRepository(db: Db): AddCameraRepository {
  return {
    insertToken: async (row) => {
      // Deletes expired tokens here rather than in a separate job.
      await db
        .deleteFrom('registration_tokens')
        .where('expires_at', '<', row.expires_at - 24 * 60 * 60_000)
        .execute();
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
    findRegistration: (id, customerId) =>
      db.selectFrom('registration_tokens').selectAll().where('id', '=', id).where('customer_id', '=', customerId).executeTakeFirst(),
    setCamera: async (tokenHash, cameraId) =>
      void (await db.updateTable('registration_tokens').set({ camera_id: cameraId }).where('token_hash', '=', tokenHash).execute()),
    setRefusal: async (tokenHash, refusal) =>
      void (await db.updateTable('registration_tokens').set({ refusal }).where('token_hash', '=', tokenHash).execute()),
    findOwnerOfSerial: async (serialNumber) =>
      (await db.selectFrom('cameras').select('owner_id').where('serial_number', '=', serialNumber).executeTakeFirst())?.owner_id ?? null,
    titlesOf: async (customerId) =>
      new Set((await db.selectFrom('cameras').select('title').where('owner_id', '=', customerId).execute()).map(({ title }) => title)),
    insertAgent: async (cameraId, tokenHash, now) =>
      void (await db.insertInto('agents').values({ camera_id: cameraId, token_hash: tokenHash, created_at: now }).execute()),
    isRemovedAgent: async (tokenHash) =>
      (await db.selectFrom('removed_agents').select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined,
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

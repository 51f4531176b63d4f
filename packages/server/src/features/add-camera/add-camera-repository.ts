import type { Db } from '../../db/database.ts';
import type { RegistrationTokensTable } from '../../db/schema.ts';

export interface AddCameraRepository {
  insertToken(row: RegistrationTokensTable): Promise<void>;
  findToken(tokenHash: string): Promise<RegistrationTokensTable | undefined>;
  /** True for exactly one of several that use it at once. */
  useToken(tokenHash: string, now: number): Promise<boolean>;
  insertAgent(cameraId: string, tokenHash: string, now: number): Promise<void>;
  /** The camera that an agent's token belongs to. */
  findAgent(tokenHash: string): Promise<string | null>;
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
    insertAgent: async (cameraId, tokenHash, now) => void (await db.insertInto('agents').values({ camera_id: cameraId, token_hash: tokenHash, created_at: now }).execute()),
    findAgent: async (tokenHash) => (await db.selectFrom('agents').select('camera_id').where('token_hash', '=', tokenHash).executeTakeFirst())?.camera_id ?? null,
  };
}

import { locationsConfigSchema, type LocationsConfig } from '@watchpost/contract/schemas/locations';
import type { Db } from '../../db/database.ts';

export interface StoredLocations {
  readonly config: LocationsConfig;
  /** Increases with every save; 0 before the first. */
  readonly revision: number;
}

/** Stores each user's configuration as saved. */
export interface LocationsRepository {
  find(customerId: string): Promise<StoredLocations>;
  /** Returns those of several users: at most as many as a query has parameters. */
  findAll(customerIds: readonly string[]): Promise<ReadonlyMap<string, StoredLocations>>;
  /**
   * Saves a configuration.
   * @param expected the revision to replace; null replaces any
   * @returns the new revision; null when another save came first
   */
  save(customerId: string, config: LocationsConfig, expected: number | null): Promise<number | null>;
}

const nothing: StoredLocations = { config: { locations: [], rooms: [], cameras: [] }, revision: 0 };

export function createLocationsRepository(db: Db): LocationsRepository {
  return {
    find: async (customerId) => {
      const row = await db
        .selectFrom('location_configs')
        .select(['config', 'revision'])
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      return row ? storedOf(row) : nothing;
    },
    findAll: async (customerIds) => {
      const rows = await db
        .selectFrom('location_configs')
        .select(['customer_id', 'config', 'revision'])
        .where('customer_id', 'in', customerIds)
        .execute();
      const known = new Map(rows.map((row) => [row.customer_id, storedOf(row)]));
      return new Map(customerIds.map((id) => [id, known.get(id) ?? nothing]));
    },

    save: async (customerId, config, expected) => {
      const text = JSON.stringify(config);
      const first = db.insertInto('location_configs').values({ customer_id: customerId, config: text, revision: 1 });
      // Each save is one statement: of two that expect the same revision, the second finds it replaced.
      if (expected === null) {
        const saved = await first
          .onConflict((conflict) =>
            conflict
              .column('customer_id')
              .doUpdateSet(({ eb, ref }) => ({ config: text, revision: eb(ref('location_configs.revision'), '+', 1) })),
          )
          .returning('revision')
          .executeTakeFirst();
        return saved?.revision ?? null;
      }
      if (expected === 0) {
        const inserted = await first
          .onConflict((conflict) => conflict.column('customer_id').doNothing())
          .returning('revision')
          .executeTakeFirst();
        return inserted?.revision ?? null;
      }
      const updated = await db
        .updateTable('location_configs')
        .set({ config: text, revision: expected + 1 })
        .where('customer_id', '=', customerId)
        .where('revision', '=', expected)
        .returning('revision')
        .executeTakeFirst();
      return updated?.revision ?? null;
    },
  };
}

function storedOf({ config, revision }: { readonly config: string; readonly revision: number }): StoredLocations {
  return { config: locationsConfigSchema.parse(JSON.parse(config)), revision };
}

import type { Db } from '../../../db/database.ts';
import { createRowRetention, type RowRetention, type RowRetentionOptions } from '../../../media/retention/row-retention.ts';

/** Deletes entries after 90 days. */
export function createAccessLogRetention({ db, ...given }: { readonly db: Db } & Pick<RowRetentionOptions, 'clock' | 'log'>): RowRetention {
  return createRowRetention({
    ...given,
    keptDays: 90,
    removeSome: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('access_log')
        .where('id', 'in', (rows) =>
          rows.selectFrom('access_log').select('id').where('at', '<', before).where('until', 'is not', null).orderBy('at').limit(limit),
        )
        .executeTakeFirst();
      return numDeletedRows;
    },
    failure: 'Old entries of the access log could not be deleted; retrying',
  });
}

import type { Db } from '../../db/database.ts';
import { createRowRetention, type RowRetention, type RowRetentionOptions } from '../../media/retention/row-retention.ts';

/** Deletes deliveries after 30 days. */
export function createWebhookRetention({ db, ...given }: { readonly db: Db } & Pick<RowRetentionOptions, 'clock' | 'log'>): RowRetention {
  return createRowRetention({
    ...given,
    keptDays: 30,
    removeSome: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (rows) =>
          rows.selectFrom('webhook_deliveries').select('id').where('created_at', '<', before).orderBy('created_at').limit(limit),
        )
        .executeTakeFirst();
      return numDeletedRows;
    },
    failure: 'Old deliveries of webhooks could not be deleted; retrying',
  });
}

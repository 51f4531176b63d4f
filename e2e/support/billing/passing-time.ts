import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Product } from '../product.ts';

const dayMs = 86_400_000;

/**
 * Days pass for the plans of some cameras: the server is stopped, their moments move into the past, and it starts again, which runs all its
 * jobs. Nothing else ages: sessions stay, and every clock shows the same time.
 * @param daysByCamera by the camera's id
 */
export async function passDays(product: Product, daysByCamera: Readonly<Record<string, number>>): Promise<void> {
  await product.stop();
  withDatabase(product, (db) => {
    const age = db.prepare(
      'UPDATE subscriptions SET period_start = period_start - :ms, charged_through = charged_through - :ms, due_at = due_at - :ms, footage_kept_until = footage_kept_until - :ms WHERE camera_id = :id',
    );
    for (const [id, days] of Object.entries(daysByCamera))
      if (age.run({ ms: days * dayMs, id }).changes !== 1) throw new Error(`The camera ${id} has no subscription.`);
  });
  await product.start();
}

/** The time passes until which a late card of the sandbox waits: its bank answers within seconds, while the server runs. */
export function endWaiting(product: Product): void {
  withDatabase(product, (db) => db.exec("UPDATE sandbox_payments SET settles_at = 1 WHERE state = 'waiting'"));
}

function withDatabase(product: Product, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(product.dataDir, 'watchpost.db'), { timeout: 10_000 });
  try {
    work(db);
  } finally {
    db.close();
  }
}

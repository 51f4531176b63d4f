import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Span } from './spans.ts';

/** Marks footage that was recorded while the server's clock was ahead. Never throws, because footage matters more than its marks. */
export interface MisdatedMarks {
  /**
   * Marks what footage lies ahead of the clock: nothing can have been recorded later than now.
   * @param footage all that ends later
   * @param now Unix ms
   */
  note(cameraId: string, footage: readonly Span[], now: number): Promise<void>;
}

export function createMisdatedMarks({ db, log }: { readonly db: Db; readonly log: Logger }): MisdatedMarks {
  return {
    note: async (cameraId, footage, now) => {
      const rows = footage
        .filter(({ to }) => to > now)
        .map(({ from, to }) => ({ camera_id: cameraId, start_ms: Math.floor(Math.max(from, now)), end_ms: Math.ceil(to) }));
      if (rows.length === 0) return;
      try {
        await db
          .insertInto('misdated_footage')
          .values(rows)
          // Looked up again, it is the same footage, or more.
          .onConflict((conflict) =>
            conflict.columns(['camera_id', 'start_ms']).doUpdateSet(({ ref }) => ({ end_ms: ref('excluded.end_ms') })),
          )
          .execute();
      } catch (error) {
        log.warn({ err: error, cameraId }, 'Footage with wrong times could not be marked');
      }
    },
  };
}

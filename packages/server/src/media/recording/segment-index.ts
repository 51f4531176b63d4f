import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { SegmentsTable } from '../../db/schema.ts';
import { waitForDatabase } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { FootageLedger } from './footage-ledger.ts';

/** Writes rows of finished segments in batches; keeps them while the database is unavailable. */
export interface SegmentIndex {
  add(row: SegmentsTable): void;
  /** Writes pending rows; resolves when they are in the database, rejects when they can't be written now. */
  flush(): Promise<void>;
  /** Number of rows that are waiting. */
  readonly pending: number;
  /** Bytes of all segments finished since the server started. */
  readonly recordedBytes: number;
  close(): Promise<void>;
}

const flushIntervalMs = 1000;
const batchRows = 500;
/** Beyond this number rows are dropped; the next start indexes the files. */
const maxPending = 100_000;

export function createSegmentIndex({ ledger, clock, log }: { ledger: FootageLedger; clock: Clock; log: Logger }): SegmentIndex {
  const rows: SegmentsTable[] = [];
  let recordedBytes = 0;
  let running: Promise<void> | null = null;
  let isFailing = false;

  const write = async (): Promise<void> => {
    while (rows.length > 0) {
      const batch = rows.slice(0, batchRows);
      const refused = await ledger.add(batch);
      rows.splice(0, batch.length);
      if (refused.length > 0)
        log.warn(
          { cameraId: refused[0]?.camera_id, segments: refused.length },
          'Another node records this camera now; what this one recorded meanwhile is not in the index',
        );
    }
    isFailing = false;
  };
  const flush = async (): Promise<void> => {
    // Rows that were added during a running write need a write of their own.
    while (running) await waitForDatabase(running);
    if (rows.length === 0) return;
    running = write().finally(() => (running = null));
    await running;
  };
  const stopTimer = callEvery(clock, flushIntervalMs, () => {
    if (running || rows.length === 0) return;
    flush().catch((error: unknown) => {
      if (!isFailing) log.warn({ err: error, rows: rows.length }, 'Footage cannot be indexed; retrying');
      isFailing = true;
    });
  });
  return {
    add: (row) => {
      recordedBytes += row.size;
      if (rows.length < maxPending) rows.push(row);
    },
    flush,
    get pending() {
      return rows.length;
    },
    get recordedBytes() {
      return recordedBytes;
    },
    close: async () => {
      stopTimer();
      await flush();
    },
  };
}

import type { SegmentsTable } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { FootageLedger } from './footage-ledger.ts';

/** Rows of finished segments, written in batches; kept while the database is away. */
export interface SegmentIndex {
  add(row: SegmentsTable): void;
  /** Writes what waits; resolves when it is in the database, or rejects when it can't be now. */
  flush(): Promise<void>;
  /** Rows that wait. */
  readonly pending: number;
  /** Bytes of all segments finished since the start. */
  readonly recordedBytes: number;
  close(): Promise<void>;
}

const flushEvery = 1000;
const batchRows = 500;
/** Beyond it the files alone remember; the next start indexes them. */
const maximumPending = 100_000;

export function createSegmentIndex({ ledger, clock, log }: { ledger: FootageLedger; clock: Clock; log: Logger }): SegmentIndex {
  const rows: SegmentsTable[] = [];
  let recordedBytes = 0;
  let running: Promise<void> | null = null;
  let isFailing = false;

  const write = async (): Promise<void> => {
    while (rows.length > 0) {
      const batch = rows.slice(0, batchRows);
      await ledger.add(batch);
      rows.splice(0, batch.length);
    }
    isFailing = false;
  };
  const flush = async (): Promise<void> => {
    // What was added during a running write needs one of its own.
    while (running) await running;
    if (rows.length === 0) return;
    running = write().finally(() => (running = null));
    await running;
  };
  const stopTimer = clock.every(flushEvery, () => {
    if (running || rows.length === 0) return;
    flush().catch((error: unknown) => {
      if (!isFailing) log.warn({ err: error, rows: rows.length }, 'Footage can not be indexed now; it is tried again');
      isFailing = true;
    });
  });
  return {
    add: (row) => {
      recordedBytes += row.size;
      if (rows.length < maximumPending) rows.push(row);
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

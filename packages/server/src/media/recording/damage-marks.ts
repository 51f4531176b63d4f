import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Span } from './spans.ts';

/** Marks footage whose pictures did not arrive whole. Never throws, because footage matters more than its marks. */
export interface DamageMarks {
  /** Marks a span, Unix ms; spans of a camera that are close together become one. */
  note(cameraId: string, span: Span): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Spans that are this close are one mark, ms: on a bad line, hours of footage are a few rows. */
const joinedMs = 10_000;
const flushIntervalMs = 5000;
/** Marks that wait for the database; beyond it the oldest are dropped. */
const maxWaiting = 10_000;
/** Rows in one statement. */
const maxMarksPerWrite = 500;

interface Mark {
  readonly cameraId: string;
  readonly from: number;
  to: number;
  isWritten: boolean;
}

export function createDamageMarks({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }): DamageMarks {
  /** The mark of each camera that may still grow. */
  const growing = new Map<string, Mark>();
  const waiting = new Set<Mark>();
  let running: Promise<void> = Promise.resolve();
  let isFailing = false;

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const ids = [...new Set([...waiting].map(({ cameraId }) => cameraId))];
    const cameras = await db.selectFrom('cameras').select('id').where('id', 'in', ids).execute();
    const present = new Set(cameras.map(({ id }) => id));
    // A camera may have been removed meanwhile.
    for (const mark of waiting) if (!present.has(mark.cameraId)) waiting.delete(mark);
    const marks = [...waiting].slice(0, maxMarksPerWrite);
    if (marks.length === 0) return;
    for (const mark of marks) mark.isWritten = true;
    await db
      .insertInto('damaged_footage')
      .values(marks.map(({ cameraId, from, to }) => ({ camera_id: cameraId, start_ms: from, end_ms: to })))
      .onConflict((conflict) => conflict.columns(['camera_id', 'start_ms']).doUpdateSet(({ ref }) => ({ end_ms: ref('excluded.end_ms') })))
      .execute();
    // One that has grown meanwhile is written again.
    for (const mark of marks) if (mark.isWritten) waiting.delete(mark);
    isFailing = false;
  };
  const flush = (): Promise<void> => {
    running = running.then(write).catch((error: unknown) => {
      if (!isFailing) log.warn({ err: error }, 'Damaged footage could not be marked; retrying');
      isFailing = true;
    });
    return running;
  };
  const stop = callEvery(clock, flushIntervalMs, () => void flush());

  return {
    note: (cameraId, { from, to }) => {
      const known = growing.get(cameraId);
      const isNear = known && from >= known.from && from <= known.to + joinedMs;
      const mark = isNear ? known : { cameraId, from: Math.floor(from), to: 0, isWritten: false };
      mark.to = Math.max(mark.to, Math.ceil(to));
      mark.isWritten = false;
      growing.set(cameraId, mark);
      waiting.add(mark);
      const [oldest] = waiting;
      if (waiting.size > maxWaiting && oldest) waiting.delete(oldest);
    },
    flush,
    close: async () => {
      stop();
      await flush();
    },
  };
}

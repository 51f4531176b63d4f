import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Growth } from './operator-forecast.ts';

/** What is recorded, measured over the last seven days. */
interface RecordedRates {
  readonly bytesPerDay: number;
  readonly growths: readonly Growth[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const measuredDays = 7;
/** Adding up reads many rows, so it is not done again for this long. */
const cacheTtlMs = 10 * 60_000;

/** Measures how much each camera records. A day that is over is added up once. */
export function createStorageMeter({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now' | 'monotonic'> }): {
  read(): Promise<RecordedRates>;
} {
  /** Bytes by camera and day. */
  let known = new Map<string, number>();
  let last: { readonly rates: RecordedRates; readonly at: number } | null = null;
  let reading: Promise<RecordedRates> | null = null;

  const measure = async (): Promise<RecordedRates> => {
    const now = clock.now();
    const today = Math.floor(now / dayMs) * dayMs;
    const cameras = await db
      .selectFrom('cameras')
      .innerJoin('footage', 'footage.camera_id', 'cameras.id')
      .select(({ fn }) => ['cameras.id', 'cameras.archive_days', fn.min('footage.start_ms').as('oldest')])
      .groupBy(['cameras.id', 'cameras.archive_days'])
      .execute();
    const complete = new Map<string, number>();
    const growths: Growth[] = [];
    for (const { id, archive_days: archiveDays, oldest } of cameras) {
      // Whole days, so that each is added up once.
      const from = Math.max(today - (measuredDays - 1) * dayMs, Math.floor(Number(oldest) / dayMs) * dayMs);
      let bytes = 0;
      for (let day = from; day <= today; day += dayMs) {
        const key = `${id} ${day}`;
        const size = known.get(key) ?? (await readDay(db, id, day));
        if (day < today) complete.set(key, size);
        bytes += size;
      }
      // A camera that was just added is not measured by its first minutes alone.
      const days = Math.max(now - Math.max(from, Number(oldest)), hourMs) / dayMs;
      growths.push({ bytesPerDay: bytes / days, daysUntilBalance: Math.max(0, archiveDays - (now - Number(oldest)) / dayMs) });
    }
    known = complete;
    return { bytesPerDay: growths.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0), growths };
  };

  return {
    read: async () => {
      if (last && clock.monotonic() - last.at < cacheTtlMs) return last.rates;
      reading ??= inBackground(measure)
        .then((rates) => {
          last = { rates, at: clock.monotonic() };
          return rates;
        })
        .finally(() => (reading = null));
      if (!last) return reading;
      // The last rates are shown meanwhile; the next call starts again.
      reading.catch(() => undefined);
      return last.rates;
    },
  };
}

/** SQLite blocks while it answers, so others get their turn before each day. */
async function readDay(db: Db, cameraId: string, day: number): Promise<number> {
  await nextTurn();
  const { size } = await db
    .selectFrom('segments')
    .select(({ fn }) => fn.sum<number | null>('size').as('size'))
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', day)
    .where('start_ms', '<', day + dayMs)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

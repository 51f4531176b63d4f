import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '@watchpost/contract/kernel';
import type { AccessLogCounts, AccessLogFilter, AccessLogPage, AccessLogQuery } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { zoneOffset } from '../../../media/playback/zone-days.ts';
import { readManagedCameras, requireManagedCameras } from '../sharing-cameras.ts';
import { createAccessLogCsv } from './sharing-log-csv.ts';
import { createAccessLogReader } from './sharing-log-reader.ts';

/** The access log of the cameras that a customer manages. A filter by camera throws AppError not-found or forbidden for any other. */
export interface AccessLogService {
  page(customerId: string, query: AccessLogQuery): Promise<AccessLogPage>;
  counts(customerId: string, filter: AccessLogFilter): Promise<AccessLogCounts>;
  /** Returns the lines of the CSV file, read page by page while they are sent. The first page is read before it resolves. */
  exportCsv(customerId: string, filter: AccessLogFilter, format: CsvFormat): Promise<CsvFile>;
}

interface CsvFormat {
  readonly locale: Locale;
  /** The user's own if missing. */
  readonly timeZone: string | undefined;
}
interface CsvFile {
  readonly name: string;
  read(): AsyncIterable<string>;
}

const entriesPerChunk = 500;

export interface AccessLogServiceDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
}

export function createAccessLogService({ db, clock }: AccessLogServiceDeps): AccessLogService {
  const reader = createAccessLogReader(db);
  const camerasOf = async (customerId: string, { cameraId }: AccessLogFilter): Promise<string[]> => {
    if (cameraId === undefined) return [...(await readManagedCameras(db, customerId, clock.now())).keys()];
    await requireManagedCameras(db, customerId, [cameraId], clock.now());
    return [cameraId];
  };
  const zoneOf = async (customerId: string): Promise<string> => {
    const customer = await db.selectFrom('customers').select('time_zone').where('id', '=', customerId).executeTakeFirst();
    return customer?.time_zone ?? 'UTC';
  };
  const pageOf = async (customerId: string, filter: AccessLogFilter, cursor: string | null, limit: number): Promise<AccessLogPage> =>
    // Read for every page: access that ends during an export ends the export.
    reader.page(await camerasOf(customerId, filter), filter, { cursor, limit });

  return {
    page: (customerId, { cursor, limit = entriesPerChunk, ...filter }) => pageOf(customerId, filter, cursor ?? null, limit),
    counts: async (customerId, filter) => reader.counts(await camerasOf(customerId, filter), filter),
    exportCsv: async (customerId, filter, { locale, timeZone }) => {
      const zone = timeZone ?? (await zoneOf(customerId));
      const csv = createAccessLogCsv(locale, zone);
      const first = await pageOf(customerId, filter, null, entriesPerChunk);
      const day = localDay(clock.now(), zone);
      return {
        name: `access-log-${day}.csv`,
        read: async function* () {
          yield csv.header + csv.rows(first.entries);
          for (let { next } = first; next !== null;) {
            const page = await pageOf(customerId, filter, next, entriesPerChunk);
            yield csv.rows(page.entries);
            next = page.next;
            // SQLite answers at once, and so may the connection: video is sent in between.
            await nextTurn();
          }
        },
      };
    },
  };
}

function localDay(time: number, timeZone: string): string {
  return new Date(time + zoneOffset(time, timeZone)).toISOString().slice(0, 10);
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Product } from '../../../e2e/support/product.ts';
import { signIn, type Account } from '../account.ts';
import { startReplayCameras } from '../cameras.ts';
import type { Clip } from './clip.ts';
import { makeArchive } from './make-archive.ts';
import { startServer } from '../server.ts';

const hour = 3_600_000;
const day = 24 * hour;
const segment = 4000;

/** A server with a camera that recorded for 30 days. The index is complete, 648,000 segments; files exist at some spots of every day. */
export interface MonthArchive {
  readonly server: Product;
  readonly account: Account;
  readonly cameraId: string;
  /** Unix ms. */
  readonly from: number;
  readonly to: number;
  /** Length of the clip that repeats from `from` on, ms. */
  readonly loop: number;
  /** Ranges with files; if there is a long spot, it is one of them. */
  readonly spots: readonly { readonly from: number; readonly to: number }[];
  stop(): Promise<void>;
}

/**
 * @param options `spots`: how many, evenly over the month; `length`: of each, ms; `longSpot`: of one more at the end of the month, ms
 */
export async function startMonthArchive(
  clip: Clip,
  options: { readonly spots: number; readonly length: number; readonly longSpot?: number },
): Promise<MonthArchive> {
  const loop = clip.seconds * 1000;
  const cameras = await startReplayCameras(clip);
  const server = await startServer({ WATCHPOST_ARCHIVE_DAYS: '31' });
  const account = await signIn(server);
  const cameraId = await account.addCamera(cameras.address('camera'), 'Camera');
  await account.online(cameraId);
  await server.stop();

  const aligned = (at: number): number => Math.floor(at / loop) * loop;
  const from = aligned(Date.now() - 30 * day);
  const to = from + aligned(30 * day - 2 * hour);
  const starts = Array.from({ length: options.spots }, (_, index) => from + aligned(((index + 0.3) * (to - from - day)) / options.spots));
  const spots = starts.map((start) => ({ from: start, to: start + aligned(options.length) }));
  if (options.longSpot !== undefined) spots.push({ from: to - aligned(options.longSpot), to });
  const rows = [];
  for (const spot of spots)
    rows.push(...(await makeArchive({ dataDir: server.dataDir, cameraId, clip, from: spot.from, loops: (spot.to - spot.from) / loop })));
  // Runs beside the running server: a server start would report the files that these rows lack.
  await server.start();
  await account.online(cameraId);
  fillIndex(server.dataDir, cameraId, { from, to }, rows[0]?.init_hash ?? '');

  return {
    server,
    account,
    cameraId,
    from,
    to,
    loop,
    spots,
    stop: async () => {
      await server.dispose();
      await cameras.stop();
    },
  };
}

function fillIndex(dataDir: string, cameraId: string, { from, to }: { from: number; to: number }, initHash: string): void {
  withDatabase(dataDir, (database) => {
    const insert = database.prepare(
      'insert or ignore into segments (camera_id, start_ms, duration_ms, size, init_hash) values (?, ?, ?, ?, ?)',
    );
    for (let start = from; start < to;) {
      // Keep transactions short: the server writes as well.
      database.exec('begin immediate');
      for (let count = 0; count < 5000 && start < to; count += 1, start += segment)
        insert.run(cameraId, start, segment, 1_000_000, initHash);
      database.exec('commit');
    }
    database.prepare('delete from footage where camera_id = ? and start_ms < ?').run(cameraId, to);
    database.prepare('insert into footage (camera_id, start_ms, end_ms) values (?, ?, ?)').run(cameraId, from, to);
  });
}

/** Opens the server's own database while the server runs. */
export function withDatabase(dataDir: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'watchpost.db'), { timeout: 10_000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}

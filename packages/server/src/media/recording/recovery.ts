import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import type { SegmentsTable } from '../../db/schema.ts';
import type { Logger } from '../../kernel/log.ts';
import type { FootageLedger } from './footage-ledger.ts';
import { hourMs, type FootagePaths } from './footage-paths.ts';
import { readSegmentRow, salvagePart } from './salvage.ts';

export interface RecoveryReport {
  /** Unfinished segments of which something was kept. */
  readonly salvaged: number;
  /** Files that had no row. */
  readonly indexed: number;
  /** Rows that had no file. */
  readonly removedRows: number;
}

export interface RecoveryDeps {
  readonly db: Db;
  readonly ledger: FootageLedger;
  readonly log: Logger;
  readonly paths: FootagePaths;
}

const cameraFolder = /^[\w-]{1,64}$/;

/** A kill can only have touched what was being written or deleted: the newest and the oldest hours. */
const newestHours = 24;
const oldestHours = 2;
const rowsAtOnce = 1000;

/**
 * Makes index and files agree after a kill; before anything is recorded.
 * @param options.everything also the hours between, as `watchpost doctor` does after somebody moved files by hand
 */
export async function recoverFootage(deps: RecoveryDeps, options: { readonly everything?: boolean } = {}): Promise<RecoveryReport> {
  const report = { salvaged: 0, indexed: 0, removedRows: 0 };
  for (const cameraId of await names(deps.paths.root, cameraFolder)) {
    await removeTemporaryFiles(deps.paths.camera(cameraId));
    const hours = await listHours(deps.paths, cameraId);
    const chosen = options.everything || hours.length <= newestHours + oldestHours ? hours : [...hours.slice(0, oldestHours), ...hours.slice(-newestHours)];
    for (const hour of chosen) await recoverHour(deps, cameraId, hour, report);
  }
  await removeRowsWithoutHours(deps, report);
  if (report.salvaged + report.indexed + report.removedRows > 0) deps.log.info(report, 'Footage and its index agree again');
  return report;
}

/** Unix ms of every hour folder of a camera, oldest first. */
export async function listHours(paths: FootagePaths, cameraId: string): Promise<number[]> {
  const hours: number[] = [];
  for (const day of await names(paths.camera(cameraId), /^\d{4}-\d\d-\d\d$/)) {
    for (const hour of await names(join(paths.camera(cameraId), day), /^\d\d$/)) hours.push(Date.parse(`${day}T${hour}:00:00Z`));
  }
  return hours.filter(Number.isFinite).sort((a, b) => a - b);
}

async function recoverHour({ db, ledger, log, paths }: RecoveryDeps, cameraId: string, hour: number, report: { salvaged: number; indexed: number; removedRows: number }): Promise<void> {
  const folder = paths.hour(cameraId, hour);
  for (const part of await names(folder, /^\d{1,16}\.m4s\.part$/)) {
    if (await salvagePart(cameraId, join(folder, part))) report.salvaged += 1;
  }
  const files = new Set((await names(folder, /^\d{1,16}\.m4s$/)).map((name) => Number.parseInt(name, 10)));
  const rows = await db.selectFrom('segments').select(['start_ms', 'size']).where('camera_id', '=', cameraId).where('start_ms', '>=', hour).where('start_ms', '<', hour + hourMs).execute();
  const sizes = new Map(rows.map(({ start_ms, size }) => [start_ms, size]));

  // What somebody deleted stays deleted, when a kill came between its row and its file.
  const deleted = await db.selectFrom('camera_outages').select(['started_at', 'ended_at']).where('camera_id', '=', cameraId).where('reason', '=', 'deleted').where('started_at', '<', hour + hourMs).where('ended_at', '>', hour).execute();
  const found: SegmentsTable[] = [];
  for (const startMs of files) {
    const file = paths.segment(cameraId, startMs);
    const { size } = await stat(file);
    if (size > 0 && sizes.get(startMs) === size) continue;
    const isDeleted = !sizes.has(startMs) && deleted.some(({ started_at, ended_at }) => started_at <= startMs && startMs < (ended_at ?? 0));
    const row = isDeleted ? null : await readSegmentRow(cameraId, file);
    if (!row) {
      if (!isDeleted) log.warn({ cameraId, startMs }, 'A segment without anything playable is removed');
      await rm(file, { force: true });
      files.delete(startMs);
      continue;
    }
    found.push({ ...row, size });
  }
  if (found.length > 0) await ledger.add(found, { replace: true });
  report.indexed += found.length;
  const lost = [...sizes.keys()].filter((startMs) => !files.has(startMs));
  if (lost.length === 0) return;
  await ledger.remove(cameraId, lost);
  report.removedRows += lost.length;
}

/** Rows of cameras whose whole footage is gone, and of hours newer than any folder. */
async function removeRowsWithoutHours({ db, ledger, log, paths }: RecoveryDeps, report: { removedRows: number }): Promise<void> {
  const cameras = await db.selectFrom('footage').select('camera_id').distinct().execute();
  if (cameras.length > 0 && (await names(paths.root, cameraFolder)).length === 0) {
    // A disk that is not mounted looks like this; forgetting what is on it could not be undone.
    log.error({ folder: paths.root }, 'The footage folder is empty, but the index knows recordings: is its disk mounted? The index is left as it is');
    return;
  }
  for (const { camera_id } of cameras) {
    const newest = (await listHours(paths, camera_id)).at(-1);
    const after = newest === undefined ? 0 : newest + hourMs;
    for (;;) {
      const rows = await db.selectFrom('segments').select('start_ms').where('camera_id', '=', camera_id).where('start_ms', '>=', after).limit(rowsAtOnce).execute();
      await ledger.remove(camera_id, rows.map(({ start_ms }) => start_ms));
      report.removedRows += rows.length;
      if (rows.length < rowsAtOnce) break;
    }
  }
}

async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await names(folder, /^init-.*\.new$/)) await rm(join(folder, name), { force: true });
}

async function names(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

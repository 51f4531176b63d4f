import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentsTable } from '../../db/schema.ts';
import { listHours, listNames, listSegments } from './footage-files.ts';
import { hourMs, type FootagePaths } from './footage-paths.ts';
import { isOnlyOnDisk, listStored } from '../object-store/stored-index.ts';
import { forgetLostSegments, type LostSegmentsDeps } from './lost-segments.ts';
import { readSegmentRow, salvagePart } from './salvage.ts';

export interface RecoveryReport {
  /** Number of unfinished segments of which some fragments were kept. */
  readonly salvaged: number;
  /** Number of files that had no row. */
  readonly indexed: number;
  /** Number of rows that had no file. */
  readonly removedRows: number;
}

export interface RecoveryDeps extends LostSegmentsDeps {
  readonly paths: FootagePaths;
}

const cameraFolder = /^[\w-]{1,64}$/;

/** A kill can only have affected what was being written or deleted: the newest and the oldest hours. */
const newestHours = 24;
const oldestHours = 2;
const batchRows = 1000;

/**
 * Reconciles index and files after a kill, before recording starts.
 * @param options.everything checks the hours in between, too, as `watchpost doctor` does after files were moved by hand
 */
export async function recoverFootage(deps: RecoveryDeps, options: { readonly everything?: boolean } = {}): Promise<RecoveryReport> {
  const report = { salvaged: 0, indexed: 0, removedRows: 0 };
  for (const cameraId of await listNames(deps.paths.root, cameraFolder)) {
    if (!(await claimRows(deps, cameraId))) continue;
    await removeTemporaryFiles(deps.paths.camera(cameraId));
    const hours = await listHours(deps.paths, cameraId);
    const chosen =
      options.everything || hours.length <= newestHours + oldestHours
        ? hours
        : [...hours.slice(0, oldestHours), ...hours.slice(-newestHours)];
    for (const hour of chosen) await recoverHour(deps, cameraId, hour, report);
  }
  await removeRowsWithoutHours(deps, report);
  if (report.salvaged + report.indexed + report.removedRows > 0) deps.log.info(report, 'Footage and its index are consistent again');
  return report;
}

/**
 * What a machine recorded before it joined a cluster is on its own disk.
 * @returns false for a camera that was removed while this node was away: its files must not come back. They stay, because a wrong
 * database would look the same.
 */
async function claimRows({ db, nodeId }: RecoveryDeps, cameraId: string): Promise<boolean> {
  if (nodeId === undefined) return true;
  if (!(await db.selectFrom('cameras').select('id').where('id', '=', cameraId).executeTakeFirst())) return false;
  await db.updateTable('segments').set({ node_id: nodeId }).where('camera_id', '=', cameraId).where('node_id', 'is', null).execute();
  return true;
}

async function recoverHour(
  deps: RecoveryDeps,
  cameraId: string,
  hour: number,
  report: { salvaged: number; indexed: number; removedRows: number },
): Promise<void> {
  const { db, ledger, log, paths, nodeId } = deps;
  const folder = paths.hour(cameraId, hour);
  for (const part of await listNames(folder, /^\d{1,16}\.m4s\.part$/)) {
    if (await salvagePart(cameraId, join(folder, part))) report.salvaged += 1;
  }
  for (const name of await listNames(folder, /^\d{1,16}\.m4s\.[\w-]+\.new$/)) await rm(join(folder, name), { force: true });
  const files = await listSegments(paths, cameraId, hour);
  const rows = await db
    .selectFrom('segments')
    .select(['start_ms', 'size'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', hour)
    .where('start_ms', '<', hour + hourMs)
    .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
    .execute();
  // A kill came between indexing an object in the bucket and removing its files: the uploader removes them.
  const stored = new Set(await listStored(db, cameraId, hour));
  const sizes = new Map(rows.filter(({ start_ms }) => !stored.has(start_ms)).map(({ start_ms, size }) => [start_ms, size]));

  // Footage that a user deleted stays deleted, even when a kill came between deleting its row and its file.
  const deleted = await db
    .selectFrom('camera_outages')
    .select(['started_at', 'ended_at'])
    .where('camera_id', '=', cameraId)
    .where('reason', '=', 'deleted')
    .where('started_at', '<', hour + hourMs)
    .where('ended_at', '>', hour)
    .execute();
  const found: SegmentsTable[] = [];
  for (const startMs of files) {
    if (stored.has(startMs)) continue;
    const file = paths.segment(cameraId, startMs);
    const { size } = await stat(file);
    if (size > 0 && sizes.get(startMs) === size) continue;
    const isDeleted = !sizes.has(startMs) && deleted.some(({ started_at, ended_at }) => started_at <= startMs && startMs < (ended_at ?? 0));
    const row = isDeleted ? null : await readSegmentRow(cameraId, file);
    if (!row) {
      if (!isDeleted) log.warn({ cameraId, startMs }, 'A segment without playable media was removed');
      await rm(file, { force: true });
      files.delete(startMs);
      continue;
    }
    found.push({ ...row, size, ...(nodeId !== undefined && { node_id: nodeId }) });
  }
  const refused = found.length > 0 ? await ledger.add(found, { replace: true }) : [];
  // Another node has recorded that time: no moment is recorded twice.
  for (const { start_ms } of refused) {
    await rm(paths.segment(cameraId, start_ms), { force: true });
    files.delete(start_ms);
  }
  report.indexed += found.length - refused.length;
  const lost = [...sizes.keys()].filter((startMs) => !files.has(startMs));
  if (lost.length === 0) return;
  await forgetLostSegments(deps, cameraId, lost);
  report.removedRows += lost.length;
}

/** Removes the rows of cameras without any footage on disk, and of hours newer than any folder. */
async function removeRowsWithoutHours(deps: RecoveryDeps, report: { removedRows: number }): Promise<void> {
  const { db, log, paths, nodeId } = deps;
  const cameras = await (
    nodeId === undefined
      ? db.selectFrom('footage').select('camera_id').distinct()
      : db.selectFrom('segments').select('camera_id').where('node_id', '=', nodeId).distinct()
  ).execute();
  if (cameras.length > 0 && (await listNames(paths.root, cameraFolder)).length === 0) {
    // An unmounted disk looks like this; forgetting its footage could not be undone.
    log.error(
      { folder: paths.root },
      'The footage folder is empty, but the index knows recordings: is its disk mounted? The index is left as it is',
    );
    return;
  }
  for (const { camera_id } of cameras) {
    const newest = (await listHours(paths, camera_id)).at(-1);
    const after = newest === undefined ? 0 : newest + hourMs;
    for (;;) {
      const rows = await db
        .selectFrom('segments')
        .select('start_ms')
        .where('camera_id', '=', camera_id)
        .where('start_ms', '>=', after)
        .where(isOnlyOnDisk)
        .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
        .limit(batchRows)
        .execute();
      if (rows.length === 0) break;
      await forgetLostSegments(
        deps,
        camera_id,
        rows.map(({ start_ms }) => start_ms),
      );
      report.removedRows += rows.length;
      if (rows.length < batchRows) break;
    }
  }
}

async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await listNames(folder, /^init-.*\.new$/)) await rm(join(folder, name), { force: true });
}
